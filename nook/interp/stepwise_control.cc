// The sizes of a model with IF and WHILE: stepwise.cc for several subgraphs.
#include "nook/interp/control.h"
#include "nook/interp/on_stack.h"
#include "nook/interp/stepwise.h"
#include "nook/interp/stepwise_query.h"

namespace nook::interp {
namespace {

// With more subgraphs the query is refused; in subgraphs nested deeper than this, no buffer shares bytes.
constexpr uint32_t kMostSubgraphs = 1 << 13, kMostNested = 48;

// A subgraph that runs, and the operator in it that runs the next one.
struct Frame {
  uint32_t subgraph, op, callees;  // callees: how many subgraphs of the operator are done
  uint32_t own_live;
};

class ControlQuery {
 public:
  ControlQuery(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
               Fault* fault)
      : model_(model), fault_(*fault), one_(model, resolver, options, fault) {}

  Code run(Span<uint8_t> room, MemorySizes* sizes) {
    Arena arena(room);
    const uint32_t count = model_.subgraph_count();
    if (count > kMostSubgraphs) return one_.refuse(NOOK_NO_MEMORY, NOOK_ROLE_WORKING, count, kMostSubgraphs);
    runs_ = arena.make<uint32_t>((count + 31) / 32), ends_ = arena.make<uint32_t>((count + 31) / 32);
    frames_ = arena.make<Frame>(kMostNested);
    NOOK_TRY(find_subgraphs());
    if (shares_) NOOK_TRY(find_circle());
    const Workload first = workload_of(model_), load = Subgraphs::workload(model_);
    NOOK_TRY(one_.start({room.data() + arena.used(), room.size() - arena.used()}, load, first));
    NOOK_TRY(count_persistent());
    NOOK_TRY(walk());
    return one_.finish(first, shares_ || too_deep_ ? all_ : one_.scratch(), sizes);
  }

 private:
  static bool has(Span<const uint32_t> bits, uint32_t i) { return (bits[i / 32] >> i % 32 & 1) != 0; }
  static void set(Span<uint32_t> bits, uint32_t i) { bits[i / 32] |= 1u << i % 32; }
  bool runs(uint32_t s) const { return has(runs_, s); }
  template <class Each>
  Code in_each_subgraph(Each each) {
    for (uint32_t s = 0; s < model_.subgraph_count(); ++s) {
      if (!runs(s)) continue;
      one_.enter(s);
      NOOK_TRY(each());
    }
    return Code::kOk;
  }
  Code find_subgraphs();
  Code find_circle();
  bool ends(const SubgraphView& graph) const;
  Code count_persistent();
  Code count_subgraph();
  Code count_operator(uint32_t i, const OperatorView& op);
  Code count_call(const OperatorView& op);
  Code count_buffers(const OperatorView& op);
  Code add(int32_t tensor);
  Code walk();
  Code place(uint32_t i, const OperatorView& op);

  const Model& model_;
  Fault& fault_;
  StepwiseQuery one_;
  Span<uint32_t> runs_;  // a bit per subgraph
  Span<uint32_t> ends_;  // a bit per subgraph that runs itself on no path
  Span<Frame> frames_;   // the callers of the current subgraph
  bool shares_ = false;  // a subgraph runs from two places
  bool too_deep_ = false;
  uint64_t all_ = 0;  // bytes of all buffers
};

// Finds the subgraphs that run. They form a tree if each but the first is named once.
Code ControlQuery::find_subgraphs() {
  const uint32_t count = model_.subgraph_count();
  set(runs_, 0);
  uint32_t found = 1, named = 0;
  for (uint32_t before = 0; before != found;) {
    before = found, named = 0;
    for (uint32_t s = 0; s < count; ++s) {
      if (!runs(s)) continue;
      const SubgraphView graph = model_.subgraph(s);
      for (uint32_t i = 0; i < graph.operator_count(); ++i) {
        const OperatorView op = graph.op(i);
        for (uint32_t which = 0; is_control_flow(op.code()) && which < 2; ++which) {
          const uint32_t callee = static_cast<uint32_t>(callee_of(op, which));
          if (callee >= count) return refuse_operator(&fault_, op, i, Code::kBadModel, {});
          ++named;
          if (runs(callee)) continue;
          set(runs_, callee), ++found;
        }
      }
    }
  }
  shares_ = named + 1 != found;
  return Code::kOk;
}

// Whether everything that the subgraph runs is known to end.
bool ControlQuery::ends(const SubgraphView& graph) const {
  for (uint32_t i = 0; i < graph.operator_count(); ++i) {
    const OperatorView op = graph.op(i);
    for (uint32_t which = 0; is_control_flow(op.code()) && which < 2; ++which)
      if (!has(ends_, static_cast<uint32_t>(callee_of(op, which)))) return false;
  }
  return true;
}

// Refuses subgraphs that run themselves, as Subgraphs::number() does.
Code ControlQuery::find_circle() {
  for (bool found = true; found;) {
    found = false;
    for (uint32_t s = 0; s < model_.subgraph_count(); ++s)
      if (runs(s) && !has(ends_, s) && ends(model_.subgraph(s))) set(ends_, s), found = true;
  }
  return has(ends_, 0) ? Code::kOk : one_.refuse(NOOK_BAD_MODEL, NOOK_ROLE_MODEL, 0, 0);
}

// Counts the memory that Subgraphs::prepare() takes.
Code ControlQuery::count_call(const OperatorView& op) {
  const uint32_t given = op.inputs().size() - (is_while(op.code()) ? 0 : 1), taken = op.outputs().size();
  NOOK_TRY(one_.take(control_call_bytes(sizeof(void*)), sizeof(void*)));
  return one_.take((size_t{given} + taken) * sizeof(uint32_t), 4);
}

// Adds a tensor's bytes to the sum of all buffers.
Code ControlQuery::add(int32_t tensor) {
  TensorSize size;
  if (tensor < 0 || one_.is_resource(tensor)) return Code::kOk;
  NOOK_TRY(size_of_tensor(model_, one_.graph(), tensor, &size, &fault_));
  all_ += size.bytes + kBufferAlignment;
  return Code::kOk;
}

Code ControlQuery::count_buffers(const OperatorView& op) {
  const IndexList in = op.inputs(), out = op.outputs();
  for (uint32_t k = 0; k < out.size(); ++k) NOOK_TRY(add(out[k]));
  all_ += pointer_bytes(in.size()) + pointer_bytes(out.size());
  return Code::kOk;
}

Code ControlQuery::count_operator(uint32_t i, const OperatorView& op) {
  NOOK_TRY(count_buffers(op));
  if (is_control_flow(op.code())) {
    const bool lacks_condition = is_if(op.code()) && op.inputs().size() == 0;
    return lacks_condition ? refuse_operator(&fault_, op, i, Code::kBadModel, {}) : count_call(op);
  }
  Prepared prepared;
  NOOK_TRY(one_.prepare(i, op, &prepared));
  all_ += padded(static_cast<uint32_t>(prepared.scratch));
  return one_.count(prepared);
}

Code ControlQuery::count_subgraph() {
  const SubgraphView& graph = one_.graph();
  for (uint32_t k = 0; k < graph.inputs().size(); ++k) NOOK_TRY(add(graph.inputs()[k]));
  for (uint32_t i = 0; i < graph.operator_count(); ++i) NOOK_TRY(count_operator(i, graph.op(i)));
  return Code::kOk;
}

// Everything that Builder takes from persistent memory, in its order.
Code ControlQuery::count_persistent() {
  NOOK_TRY(in_each_subgraph([&] { return count_subgraph(); }));
  NOOK_TRY(one_.take_state());
  NOOK_TRY(in_each_subgraph([&] { return one_.take_variables(); }));
  return one_.take(one_.all_tables(), 4);  // all are kept
}

Code ControlQuery::place(uint32_t i, const OperatorView& op) {
  if (is_control_flow(op.code())) return one_.place_results(i, op, nullptr);
  Prepared prepared;
  NOOK_TRY(one_.prepare(i, op, &prepared));
  return one_.place_results(i, op, &prepared);
}

// Places the buffers in the order in which they are first needed if each branch and each loop body runs once,
// as Subgraphs::number() numbers the steps. While a subgraph runs, the buffers of its callers are live.
Code ControlQuery::walk() {
  if (shares_) return Code::kOk;
  uint32_t here = 0, i = 0, callees = 0, depth = 0;
  one_.enter(0);
  for (;;) {
    const SubgraphView& graph = one_.graph();
    if (i == graph.operator_count()) {
      if (depth == 0) return Code::kOk;
      const Frame& caller = frames_[--depth];
      here = caller.subgraph, i = caller.op, callees = caller.callees;
      one_.leave(here, caller.own_live);
      continue;
    }
    const OperatorView op = graph.op(i);
    if (callees == 0) NOOK_TRY(place(i, op));
    if (!is_control_flow(op.code()) || callees == 2) {
      one_.drop_after(static_cast<int32_t>(i++));
      callees = 0;
      continue;
    }
    too_deep_ = depth == frames_.size();
    if (too_deep_) return Code::kOk;
    frames_[depth++] = {here, i, callees + 1, static_cast<uint32_t>(one_.own_live())};
    here = static_cast<uint32_t>(callee_of(op, callees)), i = callees = 0;
    one_.enter(here);
    NOOK_TRY(one_.place_inputs());
  }
}

}  // namespace

Code stepwise_control_sizes(const Model& model, const Resolver& resolver,
                            const nook_interpreter_options& options, MemorySizes* sizes,
                            InterpreterFault* fault) {
  return run_with<kMostOnStack>(
      [&](Span<uint8_t> room) { return ControlQuery(model, resolver, options, fault).run(room, sizes); });
}

}  // namespace nook::interp
