// --explain: which kernels could run an operator, and why it has its own.
#pragma once
#include <string>
#include <vector>

#include "nookc/cli/model_options.h"
#include "nookc/study/explain/explain.h"

namespace nookc {

void add_explain(Subcommand command, std::vector<std::string>& operators);

// The explanations that --explain asks for.
struct Explanation {
  ExplainedChoice choice;
  std::vector<Explained> operators;  // empty: it was not given
};
// Diags N2099: the program has no such operator; N2026.
Result<Explanation> explanation_of(const CompiledModel& compiled, const ModelOptions& options,
                                   const std::vector<std::string>& operators);

// Adds "explained" to the report.
void add_explanation(const Explanation& explanation, const Program& program, nlohmann::ordered_json& report);
void print_explanation(const Cli& cli, const Explanation& explanation, const Program& program);

}  // namespace nookc
