// One inference as a timeline for chrome://tracing and Perfetto.
#pragma once
#include <string>

#include "nookc/back/run/execute.h"
#include "nookc/middle/lower/program.h"

namespace nookc {

// The trace event format's JSON: an event per operator of the model, in microseconds of the target's clock.
// `program` was compiled without passes; `report` has the ticks of its operators.
std::string chrome_trace(const Program& program, const RunnerReport& report);

}  // namespace nookc
