// Where the time of a model goes on a part, estimated without running it.
#pragma once
#include "nookc/chart/time_chart.h"
#include "nookc/target/parts.h"

namespace nookc {

// In microseconds, by the same rule as estimated_ms() and no better than it: bars, and no roofline, since all
// multiply-accumulates count the same.
TimeChart estimated_time(const Program& program, const Part& part, const std::string& model);

}  // namespace nookc
