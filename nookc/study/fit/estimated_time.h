// Estimates where a model spends its time on a part, without running it.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "nookc/study/chart/time_chart.h"
#include "nookc/target/parts.h"
#include "nookc/target/speed.h"

namespace nookc {

// Times in microseconds, by the rule and with the accuracy of estimated_ms().
TimeChart estimated_time(const Program& program, const Part& part, const std::string& model);

// The basis of an estimate for several calls.
struct TimeBasis {
  double cycles = 0;
  double own = 0;               // the part of them by cycle models and counts of the very kernels
  std::optional<double> error;  // how far off that part is for most layers; empty: there is none
};
TimeBasis basis_of(const Part& part, std::span<const CallWork> calls);

// The basis of a program's time, for readers and for tools; nothing for a target without figures.
// `wait_states` of its flash, as in a Part.
std::string time_text(const Program& program, int32_t wait_states);
nlohmann::ordered_json time_json(const Program& program, int32_t wait_states);

}  // namespace nookc
