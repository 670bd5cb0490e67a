#include "nookc/back/emit/recurrent_strip.h"

#include "nookc/back/emit/kernel_call.h"
#include "nookc/core/text.h"
#include "nookc/middle/lower/carried_state.h"

namespace nookc {
namespace {

const Call& call_of(const Program& program, const RowStage& stage) {
  return program.calls[static_cast<size_t>(stage.call)];
}

std::string after(const std::string& memory, int32_t bytes) {
  return bytes == 0 ? memory : "(void*)((char*)" + memory + " + " + decimal(bytes) + ")";
}

}  // namespace

bool carries_state(const Program& program, const RowStage& stage) {
  const Call& call = call_of(program, stage);
  return stage.sum_bytes > 0 && carried_state(program.graph, program.graph.nodes[index(call.node)]);
}

std::string recurrent_call(const Program& program, const RowStage& stage, const RowNames& names,
                           const RecurrentStrip& strip) {
  const Call& call = call_of(program, stage);
  const CarriedState state = *carried_state(program.graph, program.graph.nodes[index(call.node)]);
  const std::string hidden = names.scratch(call), cell = after(hidden, state.cell_at);
  const std::string first = strip.y + " == 0 ? NULL : ";
  const auto in = [&](size_t k) {
    if (k == 0) return strip.x;
    if (k == state.hidden) return first + hidden;
    if (k == state.cell) return first + cell;
    return names.place(call.in[k]);
  };
  const auto out = [&](size_t) {
    std::string last = hidden;
    if (!strip.count.empty())
      last = strip.y + " + " + strip.count + " == " + decimal(stage.turns) + " ? " +
             names.place(call.out[0]) + " : " + hidden;
    return state.has_cell() ? last + ", " + cell : last;
  };
  return "      " + std::string(call.op.symbol) + "(" + strip.params + ", " +
         tensor_arguments(call, in, out) + ", " + after(hidden, state.scratch_at) + ");\n";
}

}  // namespace nookc
