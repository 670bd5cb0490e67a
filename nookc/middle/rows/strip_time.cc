#include "nookc/middle/rows/strip_time.h"

#include <algorithm>

#include "nookc/middle/lower/call_work.h"
#include "nookc/middle/lower/choose_kernel.h"
#include "nookc/middle/lower/strip_steps.h"
#include "nookc/middle/lower/worth_code.h"

namespace nookc {
namespace {

// Cycles of a step in the loop of a chain: where the same steps repeat (strip_steps.h), and where each is
// decided.
constexpr double kRepeated = 100, kDecided = 420;
// Cycles in which a kernel begins: one with windows and multiply-accumulates, and any other. From counts on
// Cortex-M0, M4, M55 and RV32: 150 to 310 instructions, and 60 to 120.
constexpr double kBeginWindows = 450, kBegin = 100;

std::optional<Estimate> estimate_of(const Program& program, const Call& call, const nook::Prepared& op,
                                    const CompileOptions& options) {
  const Node& node = program.graph.nodes[index(call.node)];
  const size_t least = op_row(node).signature.reach(node.in.size());
  return estimate(*op.kernel, op.params, constant_operands(program.graph, node, least).data(),
                  *options.target, options.flash);
}

}  // namespace

double cycles_added(const Program& program, const RowStage& stage, const StageTable& strips,
                    const CompileOptions& options) {
  const auto at = static_cast<size_t>(stage.call);
  const Call& call = program.calls[at];
  const double steps = static_cast<double>(stage.turns) / stage.at_once;
  if (call.macs > 0 && stage.span > 1) return steps * kBeginWindows;
  // Kernels of one tap compute several pixels at once, and may compute more than a strip has.
  const auto strip = call.estimate ? estimate_of(program, call, strips.ops[at], options) : std::nullopt;
  const double more =
      strip ? steps * static_cast<double>(strip->flash) - static_cast<double>(call.estimate->flash) : 0;
  return std::max(more, steps * kBegin);
}

double cycles_added(const Program& program, const RowChain& chain, const StageTable& strips,
                    const CompileOptions& options) {
  double cycles = 0, steps = 0;
  for (const RowStage& stage : chain.stages) {
    cycles += cycles_added(program, stage, strips, options);
    steps += static_cast<double>(stage.turns) / stage.at_once;
  }
  const StripMiddle middle = middle_of(chain);
  const double repeated = static_cast<double>(middle.times) * static_cast<double>(middle.steps.size());
  return cycles + repeated * kRepeated + std::max(0.0, steps - repeated) * kDecided;
}

double cycles_of_loop(const Program& program, const RowChain& chain) {
  double cycles = 0;
  for (const RowStage& stage : chain.stages) {
    const bool windows = program.calls[static_cast<size_t>(stage.call)].macs > 0 && stage.span > 1;
    const double begin = !chain.strips ? 0 : windows ? kBeginWindows : kBegin;
    cycles += static_cast<double>(stage.turns) / stage.at_once * (kRepeated + begin);
  }
  return cycles;
}

double cycles_worth(const Program& program, int64_t bytes, int64_t scratch, const CompileOptions& options) {
  const double part = static_cast<double>(bytes) / static_cast<double>(scratch);
  return kWorthOfMemory * part * whole_cycles(program, options);
}

}  // namespace nookc
