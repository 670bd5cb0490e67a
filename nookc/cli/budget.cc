#include "nookc/cli/budget.h"

#include <cmath>
#include <cstdio>

#include "nookc/cli/print.h"
#include "nookc/core/columns.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

std::string milliseconds(double cycles, double mhz) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f ms", cycles / (mhz * 1e3));
  return text;
}

// A value of the goal, in words.
std::string in_words(const InBudget& facts, double value) {
  const std::string number = std::to_string(std::llround(value));
  switch (facts.goal()) {
    case Goal::kRam:
      return number + " bytes of RAM";
    case Goal::kFlash:
      return number + " bytes of flash";
    case Goal::kCycles:
      break;
  }
  return number + " cycles";
}

std::string used_of(const InBudget& facts) {
  const Budget& budget = facts.budget;
  std::vector<std::string> parts;
  const auto of = [](const std::optional<int64_t>& most) {
    return most ? " of " + std::to_string(*most) : "";
  };
  parts.push_back(std::to_string(facts.used.ram) + of(budget.ram) + " bytes of RAM");
  parts.push_back(std::to_string(facts.used.flash) + of(budget.flash) + " of flash");
  std::string time = std::to_string(std::llround(facts.used.cycles)) + " cycles";
  if (budget.cycles)
    time += ", " + milliseconds(facts.used.cycles, budget.mhz) + " of " +
            milliseconds(*budget.cycles, budget.mhz);
  parts.push_back(time);
  return join_text(parts, "; ");
}

}  // namespace

void add_budget(Subcommand command, BudgetWish& budget) {
  command
      .add_option("--ram", budget.ram,
                  "a budget of RAM for inputs, outputs, state and scratch, in place of -O: the\n"
                  "fastest program that fits: 64KiB")
      .type("SIZE")
      .not_empty();
  command
      .add_option("--flash-size", budget.flash,
                  "a budget of flash for constants and code: the fastest program that fits, or\n"
                  "with --latency the one with the least RAM: 256KiB")
      .type("SIZE")
      .not_empty();
  command
      .add_option("--latency", budget.latency,
                  "a budget of time on the --board: the program with the least RAM that is as\n"
                  "fast or, with --ram, with the least flash: 40ms")
      .type("TIME")
      .not_empty();
}

const char* first_budget(const BudgetWish& budget) {
  if (!budget.ram.empty()) return "--ram";
  if (!budget.flash.empty()) return "--flash-size";
  return budget.latency.empty() ? nullptr : "--latency";
}

void print_budget(const Cli& cli, const InBudget& facts) {
  if (!facts.budget.any()) return;
  std::string text = "\nWithin the budget: " + used_of(facts) + " (flash and time are estimated). ";
  if (facts.least >= in_goal(facts.used, facts.goal()))
    text +=
        "No choice of kernels, rows and views that fits takes less: " + in_words(facts, facts.least) + ".";
  else
    text += "Not all choices were compared; one that fits might take " + in_words(facts, facts.least) + ".";
  print("%s", folded_lines(text + "\n", view_of(cli).width).c_str());
}

void add_budget(const InBudget& facts, nlohmann::ordered_json& report) {
  if (!facts.budget.any()) return;
  nlohmann::ordered_json given = nlohmann::ordered_json::object();
  const Budget& budget = facts.budget;
  if (budget.ram) given["ram_bytes"] = *budget.ram;
  if (budget.flash) given["flash_bytes"] = *budget.flash;
  if (budget.cycles) given["cycles"] = std::llround(*budget.cycles);
  static constexpr const char* kGoals[] = {"cycles", "ram_bytes", "flash_bytes"};
  report["budget"] = {{"given", given},
                      {"ram_bytes", facts.used.ram},
                      {"flash_bytes_estimate", facts.used.flash},
                      {"cycles_estimate", std::llround(facts.used.cycles)},
                      {"goal", kGoals[static_cast<size_t>(facts.goal())]},
                      {"least", std::llround(facts.least)},
                      {"programs", facts.tried}};
}

}  // namespace nookc
