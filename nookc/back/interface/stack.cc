#include "nookc/back/interface/stack.h"

#include <algorithm>
#include <set>

#include "nookc/graph/ethos_u.h"
#include "nookc/middle/lower/unit_calls.h"
#include "nookc/target/stack.h"

namespace nookc {
namespace {

// Bounds for the saved registers, return addresses and stacked arguments of <name>_run and <name>_run_ref
// together. Generated functions differ mainly in the pointers counted below; tools/stack.py --check compares
// these bounds with the figures that compilers report for generated code.
constexpr int32_t kRunFrame32 = 144, kRunFrame64 = 288;
// The frame of a chain's function, without the variables that locate an image's rows.
constexpr int32_t kChainFrame32 = 32, kChainFrame64 = 64;

// Arguments at the ends of a line, in one place for all stages. Compilers may give each stage its own place
// for a strip.
size_t strip_bytes(const Program& p, const RowChain& chain, bool wide) {
  size_t most = 0;
  for (const RowStage& stage : chain.stages) {
    const Call& call = p.calls[static_cast<size_t>(stage.call)];
    size_t bytes = 0;
    if (stage.by != nook::ByRows::kSlice)
      visit_params(form_of(call), call.op.params, [&](const nook::ParamsField& field) {
        bytes += field.kind == nook::ParamsField::Kind::kTable
                     ? (wide ? 16 : 4)
                     : (size_of(field.type) * static_cast<size_t>(field.count) + 3) / 4 * 4;
      });
    most = std::max(most, bytes);
  }
  return most + chain.stages.size() * (wide ? 48 : 32);
}

// The frame of a chain's function with its images (a pointer and two numbers each) and its row counters.
int32_t chain_bytes(const Program& p, const RowChain& chain, bool wide) {
  std::set<TensorId> images;
  for (const RowStage& stage : chain.stages) {
    images.insert(stage.out);
    for (const RowRead& read : stage.reads) images.insert(read.tensor);
  }
  const size_t bytes = images.size() * (wide ? 16 : 12) + 4 * (chain.stages.size() + 1) +
                       (chain.strips ? strip_bytes(p, chain, wide) : 0);
  return (wide ? kChainFrame64 : kChainFrame32) + static_cast<int32_t>(bytes);
}

// The frames of the functions that run a unit's calls, each with its arrays, and of the function that calls
// them.
constexpr int32_t kUnitFrame32 = 128, kUnitFrame64 = 240;

// Compilers may give the arrays of every call their own stack slot.
int32_t unit_bytes(const Program& program, bool wide) {
  size_t bytes = program.units.size() * (wide ? 8 : 4);
  for (const UnitCall& call : unit_calls(program))
    bytes += (call.in.size() + call.out.size()) * (wide ? 16 : 12) +
             (call.commands ? EthosU::kMostBases * 8 + (wide ? 40 : 20) : 0) +
             static_cast<size_t>(wide ? kUnitFrame64 : kUnitFrame32);
  return static_cast<int32_t>(bytes);
}

}  // namespace

std::optional<int32_t> run_stack_bytes(const Program& program) {
  return run_stack_bytes(program, program.target->name);
}

std::optional<int32_t> run_stack_bytes(const Program& program, std::string_view target) {
  const bool wide = program.target->this_machine();
  const size_t pointer = wide ? 8 : 4;
  size_t pointers = program.graph.inputs.size() + program.graph.outputs.size();
  int32_t deepest = 0;
  for (const Call& call : program.calls) {
    if (call.code == EthosU::kCode) continue;  // the stack of its driver is the application's
    const auto bytes = kernel_stack_bytes(call.op.symbol, target);
    if (!bytes) return std::nullopt;
    deepest = std::max(deepest, *bytes);
    // Compilers may give every array its own stack slot.
    if (op_row(call).signature.many_inputs()) pointers += call.in.size();
    if (op_row(call).signature.many_results()) pointers += call.out.size();
  }
  int32_t chain = 0, counters = 0;
  for (const RowChain& c : program.chains) {
    chain = std::max(chain, chain_bytes(program, c, wide));
    counters += 4 * static_cast<int32_t>(c.stages.size());  // compilers may give each counter its own slot
  }
  return deepest + chain + counters + unit_bytes(program, wide) + (wide ? kRunFrame64 : kRunFrame32) +
         static_cast<int32_t>(pointers * pointer);
}

std::string why_no_stack(const Program& program) {
  const std::string target(program.target->name);
  if (!measures_stack(target)) return "unknown: no kernel was measured for " + target;
  for (const Call& call : program.calls)
    if (call.code != EthosU::kCode && !kernel_stack_bytes(call.op.symbol, target))
      return "unknown: " + std::string(call.op.symbol) + " was not measured for " + target;
  return {};
}

}  // namespace nookc
