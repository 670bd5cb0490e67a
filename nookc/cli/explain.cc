#include "nookc/cli/explain.h"

#include <algorithm>

#include "nookc/cli/print.h"
#include "nookc/request/request.h"

namespace nookc {

void add_explain(Subcommand command, std::vector<std::string>& operators) {
  command
      .add_option("--explain", operators,
                  "print which kernels could run this operator, why it does not have each,\n"
                  "and what each would cost: op:3, op:3-7, CONV_2D, or a name in the report\n"
                  "(repeatable)")
      .type("OPERATOR")
      .not_empty()
      .repeatable();
}

Result<Explanation> explanation_of(const CompiledModel& compiled, const ModelOptions& options,
                                   const std::vector<std::string>& operators) {
  Explanation made;
  made.choice.level_name = options.level;
  made.choice.level = level_named(options.level);
  made.choice.board = find_part(options.board);
  const Result<Flash> flash = flash_of(options.flash, made.choice.board);
  if (!flash) return flash.diag();
  made.choice.flash = *flash;
  std::vector<size_t> calls;
  for (const std::string& subject : operators) {
    const Result<std::vector<size_t>> named = named_calls(compiled.program, subject);
    if (!named) return named.diag();
    for (const size_t call : *named)
      if (std::ranges::find(calls, call) == calls.end()) calls.push_back(call);
  }
  for (const size_t call : calls) made.operators.push_back(explain(compiled.program, call, made.choice));
  return made;
}

void add_explanation(const Explanation& explanation, const Program& program, nlohmann::ordered_json& report) {
  if (!explanation.operators.empty()) report["explained"] = explained_json(program, explanation.operators);
}

void print_explanation(const Cli& cli, const Explanation& explanation, const Program& program) {
  if (explanation.operators.empty()) return;
  const View view = view_of(cli);
  const int width = view.detail == Detail::kFull ? 0 : view.width;
  print("\n%s", explained_text(program, explanation.operators, explanation.choice, width).c_str());
}

}  // namespace nookc
