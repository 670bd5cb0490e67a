#include "nookc/study/fit/estimated_time.h"

#include "nookc/back/interface/interface.h"
#include "nookc/middle/lower/call_work.h"

namespace nookc {

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
