// --ram, --flash-size and --latency: the best program within budgets.
#pragma once
#include "nookc/cli/model_options.h"

namespace nookc {

void add_budget(Subcommand command, BudgetWish& budget);

// The first option of a budget that is given; null: none.
const char* first_budget(const BudgetWish& budget);

// The budgets and the proof, as lines and in the report; nothing without a budget.
void print_budget(const Cli& cli, const InBudget& facts);
void add_budget(const InBudget& facts, nlohmann::ordered_json& report);

}  // namespace nookc
