#include "nookc/cli/bench_svg.h"

#include <filesystem>

#include "nookc/back/interface/interface.h"
#include "nookc/study/chart/time_chart.h"
#include "nookc/target/roof.h"

namespace nookc {
namespace {

OperatorTime time_of(const Program& program, const OperatorCost& cost, const Flash* waits) {
  const Call& call = program.calls[cost.call];
  OperatorTime time{operator_label(program, call), call.op.symbol};
  time.macs = call.macs, time.constant_bytes = constant_bytes_of(program, call);
  if (cost.cycles) {
    time.core = static_cast<double>(cost.cycles->core);
    if (waits) time.waiting = static_cast<double>(cost.cycles->flash - cost.cycles->core);
  } else if (cost.instructions) {
    time.core = static_cast<double>(*cost.instructions);
  } else {
    time.core = cost.microseconds.value_or(0);
  }
  return time;
}

// Reading a line takes one cycle per word, plus the wait states.
double bytes_per_cycle(const Flash& flash) {
  return flash.line_bytes / (flash.wait_states + flash.line_bytes / 4.0);
}

std::string flash_text(const Flash& flash) {
  return ", flash with " + std::to_string(flash.wait_states) + " wait states per line of " +
         std::to_string(flash.line_bytes) + " bytes";
}

}  // namespace

std::string bench_svg(const ModelOptions& options, const Program& program, const Costs& costs,
                      const Flash& flash) {
  const Roof roof = roof_of(options.target);
  const Flash* const waits = has_cache(options.target) ? nullptr : &flash;
  TimeChart chart;
  chart.title = std::filesystem::path(options.model).filename().string() + " on " + options.target;
  chart.roofs.instruction = roof.instruction;
  if (costs.cycles) {
    chart.unit = "cycle", chart.subtitle = "Cycles, estimated (docs/cycles.md)";
    chart.subtitle += waits ? flash_text(flash) : ", without wait states: caches have no rules";
    chart.roofs.macs = roof.macs_per_cycle;
    if (waits) chart.roofs.flash_bytes = bytes_per_cycle(flash);
  } else if (costs.instructions) {
    chart.unit = "instruction", chart.subtitle = "Instructions, counted";
    chart.roofs.macs = roof.macs_per_instruction;
  } else {
    chart.unit = "microsecond", chart.subtitle = "Microseconds by the board's clock";
  }
  for (const OperatorCost& cost : costs.operators) chart.operators.push_back(time_of(program, cost, waits));
  return time_svg(chart);
}

}  // namespace nookc
