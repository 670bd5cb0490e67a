#include "nookc/study/report/cores.h"

#include <algorithm>
#include <array>
#include <optional>

#include "nookc/middle/lower/core_actions.h"

namespace nookc {
namespace {

using PerCore = std::array<int64_t, 2>;

PerCore macs_per_core(const Program& program) {
  PerCore all{};
  for (const Call& call : program.calls) all[static_cast<size_t>(call.core)] += call.macs;
  return all;
}

// Nothing: the cycles of some call are not estimated.
std::optional<PerCore> cycles_per_core(const Program& program) {
  PerCore all{};
  for (const Call& call : program.calls) {
    if (!call.estimate) return {};
    all[static_cast<size_t>(call.core)] += call.estimate->flash;
  }
  return all;
}

int64_t divided_operators(const Program& program) {
  return std::ranges::count(program.calls, 1, &Call::core);
}

int64_t count_signals(const Program& program) {
  int64_t all = 0;
  for (const auto& actions : core_actions(program))
    all += std::ranges::count(actions, CoreAction::Kind::kSignal, &CoreAction::kind);
  return all;
}

}  // namespace

std::string cores_text(const Program& program) {
  if (program.cores < 2) return "";
  const PerCore macs = macs_per_core(program);
  std::string text = "\nTwo cores: " + std::to_string(divided_operators(program)) +
                     " operators are divided, with " + std::to_string(count_signals(program)) +
                     " signals in a run. Multiply-accumulates: " + std::to_string(macs[0]) +
                     " on the first core, " + std::to_string(macs[1]) + " on the second.\n";
  if (const auto cycles = cycles_per_core(program))
    text += "Estimated cycles from flash: " + std::to_string((*cycles)[0]) + " on the first core, " +
            std::to_string((*cycles)[1]) + " on the second.\n";
  return text;
}

nlohmann::ordered_json cores_json(const Program& program) {
  const auto cycles = cycles_per_core(program);
  nlohmann::ordered_json json = {{"divided", divided_operators(program)},
                                 {"signals", count_signals(program)},
                                 {"macs", macs_per_core(program)},
                                 {"cycles_flash_estimate", nullptr}};
  if (cycles) json["cycles_flash_estimate"] = *cycles;
  return json;
}

}  // namespace nookc
