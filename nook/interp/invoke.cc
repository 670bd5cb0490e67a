#include "nook/interp/control.h"
#include "nook/interp/run_node.h"

namespace nook::interp {
namespace {

[[gnu::noinline]] void report(const nook_interpreter& self, nook_event_kind kind, uint32_t node,
                              int32_t tensor) {
  nook_event event{kind, static_cast<int32_t>(node), tensor, -1, 0, nullptr};
  if (kind == NOOK_EVENT_END) {
    event.bytes = static_cast<int32_t>(size_of_tensor(self, tensor).bytes);
    event.data = address(self, tensor);
  }
  self.event(self.user, &event);
}

}  // namespace
}  // namespace nook::interp

using namespace nook::interp;

extern "C" nook_status nook_interpreter_invoke(nook_interpreter* self) {
  if (!self->places) return NOOK_BAD_STATE;
  if (self->control) return self->control->run(self);
  const Node* const nodes = static_cast<const Node*>(self->nodes);
  const nook::SubgraphView graph = graph_of(*self);
  bool waits = false;
  for (uint32_t i = 0; i < self->node_count && !waits; ++i) {
    if (self->event) report(*self, NOOK_EVENT_BEGIN, i, nodes[i].out_count > 0 ? nodes[i].out[0] : -1);
    const uint32_t from = self->clock ? self->clock() : 0;
    waits = run_node(*self, graph, nodes[i]);
    if (self->clock) self->ticks[i] += self->clock() - from;
    for (uint32_t k = 0; self->event && k < nodes[i].out_count; ++k)
      report(*self, NOOK_EVENT_END, i, nodes[i].out[k]);
  }
  copy_outputs(*self, graph.outputs());
  return waits ? NOOK_NOT_READY : NOOK_OK;
}
