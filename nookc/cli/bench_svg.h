// bench --svg: draws where the time is spent.
#pragma once
#include <string>

#include "nookc/back/run/bench.h"
#include "nookc/back/run/cycles.h"
#include "nookc/cli/model_options.h"

namespace nookc {

// In estimated cycles if they are known, otherwise in instructions or, for a board at a serial port,
// microseconds.
std::string bench_svg(const ModelOptions& options, const Program& program, const Costs& costs,
                      const Flash& flash);

}  // namespace nookc
