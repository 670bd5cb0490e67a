#pragma once
#include "nookc/compile/compile.h"
#include "nookc/middle/search/budget.h"

namespace nookc {

// compile(), with the best program within a budget. Diags as compile() and best_within().
Result<Program> compile_within(std::span<const std::byte> bytes, const std::string& file,
                               const CompileOptions& options, const Budget& budget, InBudget& facts);

}  // namespace nookc
