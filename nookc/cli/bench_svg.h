// bench --svg: where the time goes, drawn.
#pragma once
#include <string>

#include "nookc/cli/model_options.h"
#include "nookc/run/bench.h"
#include "nookc/run/cycles.h"

namespace nookc {

// In estimated cycles where there are any, else in instructions or, of a board at a serial port,
// microseconds.
std::string bench_svg(const ModelOptions& options, const Program& program, const Costs& costs,
                      const Flash& flash);

}  // namespace nookc
