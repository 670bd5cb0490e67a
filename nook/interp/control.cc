#include "nook/interp/control.h"

#include <string.h>

#include "nook/interp/address.h"
#include "nook/interp/builder.h"
#include "nook/interp/interpreter.h"
#include "nook/interp/run_node.h"

namespace nook::interp {
namespace {

struct Chains : Subgraphs {};

Code build_control(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
                   const Widths& on, Store& store, Arena& working, Span<const uint8_t>, Built* built,
                   Fault* fault) {
  nook_interpreter_options own = options;
  own.keep_scales = 1, own.rows = nullptr;
  return Builder<Chains>(model, resolver, own, on, store, working, built, fault).build();
}

// A running inference: its current node, and the operator that called the node's subgraph.
class Run {
 public:
  explicit Run(nook_interpreter* self)
      : self_(*self), here_(*self), nodes_(static_cast<const Node*>(self->nodes)), end_(self->node_count) {
    graph_ = graph_of(*self);
  }

  nook_status run() {
    for (;;) {
      if (at_ < end_) {
        if (const nook_status status = step(); status != NOOK_OK) return status;
      } else if (owner_ == kNobody) {
        break;
      } else if (!subgraph_ends()) {
        return NOOK_LIMIT;
      }
    }
    copy_outputs(self_, graph_.outputs());
    return NOOK_OK;
  }

 private:
  ControlCall& call_of(uint32_t node) { return *static_cast<ControlCall*>(nodes_[node].params); }
  const void* of_subgraph(const ControlCall& c, uint32_t which, int32_t tensor) const {
    return at(self_, self_.places[c.tensors[which] + static_cast<uint32_t>(tensor)]);
  }
  static void copy(const void* to, const void* from, uint32_t bytes) {
    if (bytes > 0)
      memcpy(const_cast<void*>(to), from, bytes);  // build() checked that the destination is not constant
  }
  static bool is_true(const void* value) { return *static_cast<const uint8_t*>(value) != 0; }

  // Runs one operator. NOOK_LIMIT: the limit of subgraphs is reached. NOOK_NOT_READY: it needs more runs.
  nook_status step() {
    const Node& node = nodes_[at_];
    report(NOOK_EVENT_BEGIN, at_);
    if (!node.invoke) return begin(node) ? NOOK_OK : NOOK_LIMIT;
    const uint32_t from = self_.clock ? self_.clock() : 0;
    const bool waits = run_node(here_, graph_, node);
    if (self_.clock) self_.ticks[at_] += self_.clock() - from;
    report(NOOK_EVENT_END, at_++);
    return waits ? NOOK_NOT_READY : NOOK_OK;
  }

  bool begin(const Node& node) {
    ControlCall& c = call_of(at_);
    c.caller = owner_, owner_ = at_;
    for (uint32_t k = 0; c.is_loop && k < node.out_count; ++k)
      copy(address(here_, node.out[k]), address(here_, node.in[k]), c.bytes[k]);
    return enter(node, c, c.is_loop || is_true(address(here_, node.in[0])) ? 0 : 1);
  }

  // Copies the inputs of a subgraph and goes to its first operator. Runs of a condition are not counted; the
  // body that follows is.
  bool enter(const Node& node, ControlCall& c, uint32_t which) {
    const bool counts = !c.is_loop || which == 1;
    if (counts && self_.subgraph_limit > 0 && runs_++ == self_.subgraph_limit) return false;
    const int32_t* const from = c.is_loop ? node.out : node.in + 1;
    const uint32_t count = c.is_loop ? node.out_count : node.in_count - 1u;
    for (uint32_t k = 0; k < count; ++k)
      copy(of_subgraph(c, which, c.in[which][k]), address(here_, from[k]), c.bytes[k]);
    c.which = which;
    go_to(owner_);
    at_ = c.first[which];
    return true;
  }

  // Makes the subgraph that `owner` runs, or the model's first, the current one.
  void go_to(uint32_t owner) {
    const ControlCall* const c = owner == kNobody ? nullptr : &call_of(owner);
    here_.places = self_.places + (c ? c->tensors[c->which] : 0);
    end_ = c ? c->end[c->which] : self_.node_count;
    if (self_.event) graph_ = model_of(self_).subgraph(c ? c->subgraph[c->which] : 0);
    tensors_ = c ? c->tensors[c->which] : 0;
  }

  bool subgraph_ends() {
    const Node& node = nodes_[owner_];
    ControlCall& c = call_of(owner_);
    go_to(c.caller);
    if (c.is_loop && c.which == 0) {
      if (is_true(of_subgraph(c, 0, c.out[0][0]))) return enter(node, c, 1);
    } else {
      const uint32_t given = node.in_count - (c.is_loop ? 0u : 1u);
      for (uint32_t k = 0; k < node.out_count; ++k)
        copy(address(here_, node.out[k]), of_subgraph(c, c.which, c.out[c.which][k]), c.bytes[given + k]);
      if (c.is_loop) return enter(node, c, 0);
    }
    at_ = owner_, owner_ = c.caller;
    report(NOOK_EVENT_END, at_++);
    return true;
  }

  void report(nook_event_kind kind, uint32_t number) const {
    const Node& node = nodes_[number];
    const uint32_t count = kind == NOOK_EVENT_BEGIN ? 1 : node.out_count;
    for (uint32_t k = 0; self_.event && (k == 0 || k < count); ++k) {
      const int32_t tensor = node.out_count > 0 ? node.out[k] + static_cast<int32_t>(tensors_) : -1;
      nook_event event{kind, static_cast<int32_t>(number), tensor, -1, 0, nullptr};
      if (kind == NOOK_EVENT_END && tensor >= 0) {
        TensorSize size;
        nook_interpreter_fault none;
        (void)size_of_tensor(model_of(self_), graph_, node.out[k], &size, &none);
        event.bytes = static_cast<int32_t>(size.bytes), event.data = address(here_, node.out[k]);
      }
      self_.event(self_.user, &event);
    }
  }

  const nook_interpreter& self_;
  nook_interpreter here_;  // holds the places of the current subgraph
  const Node* const nodes_;
  SubgraphView graph_;
  uint32_t at_ = 0, end_, owner_ = kNobody, runs_ = 0, tensors_ = 0;
};

nook_status run_control(nook_interpreter* self) { return Run(self).run(); }

}  // namespace
}  // namespace nook::interp

size_t nook::control_bytes(const Model& model) {
  return working_bytes(model) + interp::Subgraphs::working_bytes(model);
}

extern "C" size_t nook_control_bytes(const void* model, size_t model_bytes) {
  const nook::Result<nook::Model> opened =
      nook::Model::open({static_cast<const uint8_t*>(model), model_bytes});
  return opened ? nook::control_bytes(*opened) : 0;
}

extern "C" const nook_control nook_control_flow = {nook::has_control_flow,
                                                   nook::interp::Subgraphs::working_bytes,
                                                   nook::interp::build_control, nook::interp::run_control};
