#pragma once
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// The pools that a model is compiled for: those that were given, the default ones where none of a kind is,
// those marked that the application passes by pointer. Where that is every constant pool there is one more,
// last, for what stays in the program: the kernels' arguments and their tables.
// Diag N2024: --constants-by-pointer names a pool that is none, or no constant pool.
Result<std::vector<MemoryPool>> pools_of(const CompileOptions& options);

}  // namespace nookc
