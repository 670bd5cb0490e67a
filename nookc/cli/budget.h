// --ram: the fastest program within a budget of RAM.
#pragma once
#include <string>

#include "nookc/cli/model_options.h"
#include "nookc/request/within.h"

namespace nookc {

void add_ram(Subcommand command, std::string& ram);

// compile_model() with the value of --ram; empty: without a budget.
Result<CompiledModel> compile_model_within(const ModelOptions& options, const Provenance& provenance,
                                           const std::string& ram, InBudget* facts);

// The budget and the proof, as a line and in the report; nothing without a budget.
void print_budget(const Cli& cli, const InBudget& facts);
void add_budget(const InBudget& facts, nlohmann::ordered_json& report);

}  // namespace nookc
