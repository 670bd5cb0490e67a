// The compiler: a model in, a Program out. compile.cc is the table of contents.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/middle/lower/program.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// The names of all passes, each once, in the order in which they first run.
std::span<const std::string_view> pass_names();

// `bytes` is the .tflite file, borrowed for the call; `file` names it in messages.
// Diag: N30xx the model is malformed or not supported, N10xx it does not fit, N20xx an option names nothing.
Result<Program> compile(std::span<const std::byte> bytes, const std::string& file,
                        const CompileOptions& options);

}  // namespace nookc
