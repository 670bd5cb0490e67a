#include "nookc/study/fit/estimated_time.h"

#include <cmath>

#include "nookc/back/interface/interface.h"
#include "nookc/core/text.h"
#include "nookc/middle/lower/call_work.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

bool is_own(Basis basis) { return basis == Basis::kModel || basis == Basis::kCounted; }

std::string rounded_percent(double part) { return std::to_string(std::lround(part * 100)) + " %"; }

std::vector<CallWork> works_of(const Program& program) {
  std::vector<CallWork> works;
  for (const Call& call : program.calls) works.push_back(work_of(program, call));
  return works;
}

Part part_of(const Program& program, int32_t wait_states) {
  Part part{};
  part.target = program.target->name, part.mhz = 1, part.wait_states = wait_states;
  return part;
}

// The operators whose cycles are another kernel's or core's, with the part of the time, longest first.
std::string by_others(const Program& program, const Part& part, const std::vector<CallWork>& works,
                      double whole) {
  std::vector<std::pair<double, size_t>> found;
  for (size_t i = 0; i < works.size(); ++i)
    if (!is_own(basis_on(part.target, works[i]))) found.emplace_back(-cycles_on(part, works[i]) / whole, i);
  std::ranges::sort(found);
  constexpr size_t kMostNamed = 3;
  std::vector<std::string> names;
  for (const auto& [share, i] : found) {
    if (names.size() == kMostNamed) {
      names.push_back(std::to_string(found.size() - kMostNamed) + " more");
      break;
    }
    names.push_back(operator_label(program, program.calls[i]) + " (" +
                    std::string(basis_name(basis_on(part.target, works[i]))) + ", " +
                    rounded_percent(-share) + ")");
  }
  return join_text(names);
}

}  // namespace

TimeBasis basis_of(const Part& part, std::span<const CallWork> calls) {
  TimeBasis made;
  double own = 0, wrong = 0;
  for (const CallWork& call : calls) {
    const double cycles = cycles_on(part, call);
    made.cycles += cycles;
    if (!is_own(basis_on(part.target, call))) continue;
    own += cycles, wrong += cycles * error_on(part.target, call).value_or(0);
  }
  if (made.cycles > 0) made.own = own / made.cycles;
  if (own > 0) made.error = wrong / own;
  return made;
}

std::string time_text(const Program& program, int32_t wait_states) {
  if (!has_speeds(program.target->name) || program.calls.empty()) return {};
  const Part part = part_of(program, wait_states);
  const std::vector<CallWork> works = works_of(program);
  const TimeBasis basis = basis_of(part, works);
  std::string text = "Time: about " + std::to_string(std::llround(basis.cycles)) +
                     " cycles (docs/cycles.md), " + rounded_percent(basis.own) +
                     " of them by cycle models or counts of the very kernels";
  if (basis.error) text += ", for most layers within " + rounded_percent(*basis.error);
  const std::string others = by_others(program, part, works, basis.cycles);
  return text +
         (others.empty() ? "" : "; by figures of other cores or kernels, in order of magnitude: " + others) +
         ".\n";
}

nlohmann::ordered_json time_json(const Program& program, int32_t wait_states) {
  if (!has_speeds(program.target->name)) return nullptr;
  const Part part = part_of(program, wait_states);
  const std::vector<CallWork> works = works_of(program);
  const TimeBasis basis = basis_of(part, works);
  Json operators = Json::array();
  for (const CallWork& work : works) {
    const auto error = error_on(part.target, work);
    operators.push_back({{"cycles_estimate", std::llround(cycles_on(part, work))},
                         {"basis", basis_name(basis_on(part.target, work))},
                         {"error", error ? Json(*error) : Json(nullptr)}});
  }
  return {{"cycles_estimate", std::llround(basis.cycles)},
          {"own_part", std::round(basis.own * 1e4) / 1e4},
          {"error", basis.error ? Json(std::round(*basis.error * 1e4) / 1e4) : Json(nullptr)},
          {"operators", operators}};
}

TimeChart estimated_time(const Program& program, const Part& part, const std::string& model) {
  TimeChart chart;
  chart.title = model + " on " + std::string(part.name);
  chart.subtitle = "Microseconds at " + std::to_string(part.mhz) + " MHz, estimated from the kernels";
  chart.unit = "microsecond";
  for (const Call& call : program.calls) {
    OperatorTime time{operator_label(program, call), call.op.symbol};
    time.core = cycles_on(part, work_of(program, call)) / part.mhz;
    time.macs = call.macs, time.constant_bytes = constant_bytes_of(program, call);
    chart.operators.push_back(time);
  }
  return chart;
}

}  // namespace nookc
