#pragma once
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// The pools that a model is compiled for: the given ones, the default for each kind that is not given, with
// those marked that the application passes by pointer. If that is every constant pool, one more pool at the
// end holds what stays in the program: the kernels' arguments and their tables. Diag N2024:
// --constants-by-pointer names an unknown pool, or one that is not for constants.
Result<std::vector<MemoryPool>> pools_of(const CompileOptions& options);

}  // namespace nookc
