#pragma once
#include <map>
#include <tuple>

#include "nookc/compile/compile.h"
#include "nookc/middle/search/budget.h"

namespace nookc {

// The searches for one model and one set of options, by whether columns stay upright, whether images do, and
// by the limit of the state that hops keep.
using BudgetSearches = std::map<std::tuple<bool, bool, int64_t>, BudgetSearch>;

// compile(), with the best program within a budget. Diags as compile() and BudgetSearch::best(). `searches`:
// the searches for other budgets of this model with these options; it adds its own.
Result<Program> compile_within(std::span<const std::byte> bytes, const std::string& file,
                               const CompileOptions& options, const Budget& budget, InBudget& facts,
                               BudgetSearches& searches);

}  // namespace nookc
