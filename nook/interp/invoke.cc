#include "nook/interp/control.h"
#include "nook/interp/run_node.h"

namespace nook::interp {
namespace {

// Reports the start of an operator, or its end once per result, of which there may be none.
[[gnu::noinline]] void report(const nook_interpreter& self, uint32_t i, const Node& node,
                              nook_event_kind kind) {
  uint32_t k = 0;
  do {
    nook_event event{kind, static_cast<int32_t>(i), -1, -1, 0, nullptr};
    if (node.out_count > 0) event.tensor = node.out[k];
    if (kind == NOOK_EVENT_END && event.tensor >= 0) {
      event.bytes = static_cast<int32_t>(size_of_tensor(self, event.tensor).bytes);
      event.data = address(self, event.tensor);
    }
    self.event(self.user, &event);
  } while (kind == NOOK_EVENT_END && ++k < node.out_count);
}

}  // namespace
}  // namespace nook::interp

using namespace nook::interp;

extern "C" nook_status nook_interpreter_invoke(nook_interpreter* self) {
  if (!self || !self->places) return NOOK_BAD_STATE;
  if (self->control) return self->control->run(self);
  const Node* const nodes = static_cast<const Node*>(self->nodes);
  const nook::SubgraphView graph = graph_of(*self);
  bool waits = false;
  for (uint32_t i = 0; i < self->node_count && !waits; ++i) {
    if (self->event) report(*self, i, nodes[i], NOOK_EVENT_BEGIN);
    const uint32_t from = self->clock ? self->clock() : 0;
    waits = run_node(*self, graph, nodes[i]);
    if (self->clock) self->ticks[i] += self->clock() - from;
    if (self->event) report(*self, i, nodes[i], NOOK_EVENT_END);
  }
  copy_outputs(*self, graph.outputs());
  return waits ? NOOK_NOT_READY : NOOK_OK;
}
