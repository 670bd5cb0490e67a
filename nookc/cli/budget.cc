#include "nookc/cli/budget.h"

#include <cmath>

#include "nookc/cli/print.h"
#include "nookc/core/columns.h"

namespace nookc {

void add_ram(Subcommand command, std::string& ram) {
  command
      .add_option("--ram", ram,
                  "the fastest program that needs at most this much RAM for inputs, outputs,\n"
                  "state and scratch, in place of -O: 64KiB")
      .type("SIZE")
      .not_empty();
}

void print_budget(const Cli& cli, const InBudget& facts) {
  if (facts.budget == 0) return;
  std::string text = "\nOf " + std::to_string(facts.budget) + " bytes of RAM, " + std::to_string(facts.ram) +
                     " are needed. Estimated: " + std::to_string(std::llround(facts.cycles)) + " cycles; ";
  if (facts.least_cycles >= facts.cycles)
    text += "no choice of kernels, rows and views that fits takes fewer.";
  else
    text += "the search ended early, and a choice that fits might take " +
            std::to_string(std::llround(facts.least_cycles)) + ".";
  print("%s", folded_lines(text + "\n", view_of(cli).width).c_str());
}

void add_budget(const InBudget& facts, nlohmann::ordered_json& report) {
  if (facts.budget == 0) return;
  report["budget"] = {{"ram_bytes", facts.budget},
                      {"cycles_estimate", std::llround(facts.cycles)},
                      {"least_cycles_estimate", std::llround(facts.least_cycles)},
                      {"plans", facts.plans}};
}

}  // namespace nookc
