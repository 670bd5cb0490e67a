#include <string.h>

#include "nook/interp/address.h"
#include "nook/interp/scales.h"

namespace nook::interp {
namespace {

void report(const nook_interpreter& self, nook_event_kind kind, uint32_t node, int32_t tensor) {
  nook_event event{kind, static_cast<int32_t>(node), tensor, -1, 0, nullptr};
  if (kind == NOOK_EVENT_END) {
    event.bytes = static_cast<int32_t>(size_of_tensor(self, tensor).bytes);
    event.data = address(self, tensor);
  }
  self.event(self.user, &event);
}

void run(const nook_interpreter& self, const SubgraphView& graph, const Node& node) {
  const void* few[kFewOperands] = {};
  void* few_out[kFewOperands] = {};
  uint8_t* const scratch = self.scratch + node.scratch;
  uint8_t* const inputs = scratch - pointer_bytes(node.in_count);
  const void** const in = node.in_count > kFewOperands ? reinterpret_cast<const void**>(inputs) : few;
  void** const out = node.out_count > kFewOperands
                         ? reinterpret_cast<void**>(inputs - pointer_bytes(node.out_count))
                         : few_out;
  for (uint32_t k = 0; k < node.in_count; ++k) in[k] = address(self, node.in[k]);
  // Nothing that is written is constant: build() has looked.
  for (uint32_t k = 0; k < node.out_count; ++k) out[k] = const_cast<void*>(address(self, node.out[k]));
  if (node.fill) node.fill(node.params, scales_of(graph, node), const_cast<void*>(at(self, node.table)));
  node.invoke(node.params, {in, out, scratch});
}

// Outputs that are inputs, constants, or outputs twice.
void copy_outputs(const nook_interpreter& self, const IndexList& outputs) {
  for (uint32_t i = 0; i < outputs.size(); ++i) {
    const uint32_t place = self.places[outputs[i]];
    if (!self.outputs[i] || place == placed(Place::kOutput, i)) continue;
    memcpy(self.outputs[i], at(self, place), size_of_tensor(self, outputs[i]).bytes);
  }
}

}  // namespace
}  // namespace nook::interp

using namespace nook::interp;

extern "C" void nook_interpreter_invoke(nook_interpreter* self) {
  if (!self->places) return;
  const Node* const nodes = static_cast<const Node*>(self->nodes);
  const nook::SubgraphView graph = graph_of(*self);
  for (uint32_t i = 0; i < self->node_count; ++i) {
    if (self->event) report(*self, NOOK_EVENT_BEGIN, i, nodes[i].out[0]);
    const uint32_t from = self->clock ? self->clock() : 0;
    run(*self, graph, nodes[i]);
    if (self->clock) self->ticks[i] += self->clock() - from;
    for (uint32_t k = 0; self->event && k < nodes[i].out_count; ++k)
      report(*self, NOOK_EVENT_END, i, nodes[i].out[k]);
  }
  copy_outputs(*self, graph.outputs());
}
