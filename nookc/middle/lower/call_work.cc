#include "nookc/middle/lower/call_work.h"

#include <algorithm>

#include "nookc/middle/lower/choose_kernel.h"

namespace nookc {
namespace {

// Cores without figures run portable C, as an Xtensa does.
constexpr std::string_view kPortable = "xtensa";

// The estimate for a Cortex-M4, which a core with DSP instructions resembles while it runs its kernels.
std::optional<Estimate> estimate_on_m4(const Program& program, const Call& call, const Flash& flash) {
  if (!nook::has(program.target->isa, nook::kDsp)) return std::nullopt;
  const Node& node = program.graph.nodes[index(call.node)];
  const auto constants = constant_operands(program.graph, node, op_row(call).signature.reach(node.in.size()));
  static const Target* const kM4 = find_target("cortex-m4");
  return estimate(*call.op.kernel, call.op.params, constants.data(), *kM4, flash);
}

}  // namespace

CallWork work_of(const Program& program, const Call& call) {
  CallWork work{call.op.symbol, call.macs};
  const auto largest_of = [&](const std::vector<TensorId>& tensors) {
    for (const TensorId id : tensors)
      if (id != TensorId::kNone && !program.graph[id].constant())
        work.elements = std::max<int64_t>(work.elements, program.graph[id].shape.elements());
  };
  largest_of(call.out_tensors);
  if (call.macs == 0) largest_of(call.in_tensors);
  const auto estimate = call.estimate ? call.estimate : estimate_on_m4(program, call, {});
  if (!estimate) return work;
  work.core = static_cast<double>(estimate->core);
  work.waits = static_cast<double>(estimate->flash - estimate->core) / Flash{}.wait_states;
  return work;
}

bool has_times(const CompileOptions& options) { return has_speeds(options.target->name); }

double cycles_of(const Program& program, const Call& call, const CompileOptions& options) {
  if (const auto known = known_cycles(program, call, options)) return *known;
  const std::string_view core = has_times(options) ? options.target->name : kPortable;
  return cycles_on({"", "", core, "", "", 1, options.flash.wait_states}, work_of(program, call));
}

std::optional<double> known_cycles(const Program& program, const Call& call, const CompileOptions& options) {
  if (call.estimate) return static_cast<double>(call.estimate->flash);
  const CallWork work = work_of(program, call);
  const std::string_view core = options.target->name;
  if (describes(core, work)) return cycles_on({"", "", core, "", "", 1, options.flash.wait_states}, work);
  const auto similar = estimate_on_m4(program, call, options.flash);
  if (!similar) return std::nullopt;
  return static_cast<double>(similar->core);
}

double whole_cycles(const Program& program, const CompileOptions& options) {
  double cycles = 0;
  for (const Call& call : program.calls) cycles += cycles_of(program, call, options);
  return cycles;
}

}  // namespace nookc
