#pragma once
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// The pools that a model is compiled for: the given ones and the default for each missing kind; pools that
// the application passes by pointer are marked. If that applies to every constant pool, one more pool at the
// end holds the kernels' arguments and tables, which stay in the program. Diag N2024: --constants-by-pointer
// names an unknown pool, or one that is not for constants.
Result<std::vector<MemoryPool>> pools_of(const CompileOptions& options);

}  // namespace nookc
