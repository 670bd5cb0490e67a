#include "nookc/middle/search/price.h"

#include <cmath>
#include <set>
#include <string_view>

#include "nookc/middle/lower/call_work.h"
#include "nookc/middle/lower/worth_code.h"
#include "nookc/middle/search/footprint.h"
#include "nookc/target/linked.h"

namespace nookc {
namespace {

int64_t flash_bytes(const Program& program) {
  std::set<std::string_view> kernels;
  for (const Call& call : program.calls) kernels.insert(call.op.symbol);
  return program.constant_bytes() + linked_bytes(kernels, program.target->name);
}

}  // namespace

int64_t ram_bytes(const Program& program) {
  int64_t bytes = program.scratch_bytes + program.kept_bytes();
  for (size_t i = 0; i < program.graph.inputs.size(); ++i)
    if (!program.input_in_scratch[i]) bytes += program.graph[program.graph.inputs[i]].bytes();
  for (size_t i = 0; i < program.graph.outputs.size(); ++i)
    if (!program.output_in_scratch[i]) bytes += program.graph[program.graph.outputs[i]].bytes();
  return bytes;
}

double price_of(const Program& program, double cycles, int64_t more_scratch) {
  const auto ram = static_cast<double>(ram_bytes(program) + more_scratch);
  return std::log(1 + cycles) + kTimeForRam * std::log(1 + ram) +
         kTimeForFlash * std::log(1 + static_cast<double>(flash_bytes(program)));
}

double price(const Program& program, const CompileOptions& options) {
  return price_of(program, whole_cycles(program, options), 0);
}

bool is_better_turned(const Program& turned, const Program& upright, const CompileOptions& options) {
  const int64_t ram = ram_bytes(upright);
  if (ram_bytes(turned) > ram - ram / 20) return false;
  if (options.level == Level::kRam) return true;
  const auto price_with_loops = [&](const Program& program) {
    return price_of(program, cycles_with_rows(program, options), 0);
  };
  return price_with_loops(turned) < price_with_loops(upright);
}

bool is_better(const Program& second, const Program& first, const CompileOptions& options) {
  if (options.level == Level::kBalanced && has_times(options))
    return price(second, options) < price(first, options);
  return second.scratch_bytes < first.scratch_bytes;
}

}  // namespace nookc
