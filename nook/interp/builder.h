// How an interpreter is built. `Chains` says which operators run row by row: none (build.cc), or RowChains
// (rows.cc); nothing of what one has not is in a program. It is a type of one file, so that its Builder is
// too, and the compiler sees all of its callers.
#pragma once
#include "nook/interp/buffers.h"
#include "nook/interp/build.h"
#include "nook/interp/layout.h"
#include "nook/interp/planner.h"
#include "nook/interp/scales.h"
#include "nook/ops/row_step.h"

namespace nook::interp {

// Tensors, operators, inputs, outputs: so many that no sum of their tables leaves a word.
constexpr uint32_t kMostParts = kPlaceLimit / 128;

template <class Chains>
class Builder {
 public:
  Builder(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
          const Widths& on, Store& store, Arena& working, Built* built, Fault* fault)
      : model_(model),
        resolver_(resolver),
        options_(options),
        on_(on),
        store_(store),
        working_(working),
        built_(*built),
        fault_(*fault) {}

  Code build() {
    if (model_.subgraph_count() != 1)
      return refuse(NOOK_UNSUPPORTED, NOOK_ROLE_MODEL, -1, 1, model_.subgraph_count());
    graph_ = model_.subgraph(0);
    if (!options_.planner) return refuse(NOOK_NULL, NOOK_ROLE_PLAN, -1, 1, 0);
    Code code = reserve();
    if (code == Code::kOk) code = lay_out(model_, graph_, options_, built_.places, &l_, &fault_);
    if (code == Code::kOk) code = place_state();
    if (code == Code::kOk) code = prepare_operators();
    if (code == Code::kOk) code = plan();
    if (code == Code::kOk) code = place_scales();
    if (code == Code::kOk) finish();
    return code;
  }

 private:
  Code refuse(nook_status status, nook_role role, int32_t index, size_t need, size_t have) {
    return interp::refuse(&fault_, status, role, need, have, index);
  }
  // Of the operators; null: they are only counted.
  Node* nodes() const { return store_.counts() ? nullptr : built_.nodes; }

  // Where the memory has ended while an operator was prepared, it goes on counting.
  bool must_count(PrepareContext& context) {
    if (context.refusal.reason != Reason::kPersistent || store_.counts()) return false;
    store_.count();
    return true;
  }

  Code refuse_working();
  Code reserve();
  Code place_state();
  Code prepare_operators();
  // The operator at hand, and its operands and results.
  struct Operation {
    OperatorView view;
    IndexList in, out;
  };
  Code prepare_operator(uint32_t i, NodeView* node, PrepareContext& context);
  Code view(const Operation& op, NodeView* node);
  Code describe(const IndexList& list, const TensorInfo* last, TensorInfo* infos, ModelFault& why);
  void separate(const Operation& op, const Prepared& prepared, int32_t step);
  Code keep(uint32_t i, const Operation& op, const OpEntry& entry, NodeView* node, PrepareContext& context,
            const RowStep& step, Prepared& prepared);
  void note(uint32_t i, const Operation& op, const Prepared& prepared);
  Code plan();
  Code place_scales();
  Code keep_scales();
  void finish();
  // Of chains; see builder_rows.h.
  Code prepare_stage(uint32_t i, const Operation& op, const OpEntry& entry, NodeView* node,
                     PrepareContext& context, const RowStep& step, Prepared* prepared);
  Code refuse_stage(uint32_t i) {
    fault_.plan_fault = kNoRows;
    return refuse(NOOK_BAD_MODEL, NOOK_ROLE_PLAN, static_cast<int32_t>(i), 0, 0);
  }
  Code keep_stage(uint32_t i, const Operation& op, const NodeView& node, const RowStep& step,
                  const Prepared& prepared);
  Code close_chain(uint32_t i);
  void place_rings();

  const Model& model_;
  const Resolver& resolver_;
  const nook_interpreter_options& options_;
  const Widths& on_;
  Store& store_;
  Arena& working_;
  Built& built_;
  Fault& fault_;
  SubgraphView graph_;
  Layout l_;
  Chains chains_;
  TensorInfo* infos_ = nullptr;  // of the operator at hand
  uint32_t states_ = 0;          // variable tensors
  int32_t last_ = -1;            // tensor of the TensorInfo that the operator before has left behind
};

template <class Chains>
Code Builder<Chains>::refuse_working() {
  return refuse(NOOK_NO_MEMORY, NOOK_ROLE_WORKING, -1, working_need(model_, workload_of(model_), options_),
                working_.size());
}

template <class Chains>
Code Builder<Chains>::reserve() {
  const uint32_t tensors = graph_.tensor_count(), operators = graph_.operator_count();
  const uint32_t inputs = graph_.inputs().size(), outputs = graph_.outputs().size();
  if (model_.file().size() / 4 >= kPlaceLimit)
    return refuse(NOOK_UNSUPPORTED, NOOK_ROLE_MODEL, -1, kPlaceLimit, model_.file().size() / 4);
  if (tensors > kMostParts || operators > kMostParts || inputs > kMostParts || outputs > kMostParts)
    return refuse(NOOK_UNSUPPORTED, NOOK_ROLE_MODEL, -1, kMostParts,
                  tensors > operators ? tensors : operators);
  const size_t pointer = on_.pointer;
  built_.nodes = static_cast<Node*>(store_.take(operators * on_.node, on_.pointer));
  built_.inputs = static_cast<const void**>(store_.take(inputs * pointer, on_.pointer));
  built_.outputs = static_cast<void**>(store_.take(outputs * pointer, on_.pointer));
  built_.places = static_cast<uint32_t*>(store_.take(tensors * sizeof(uint32_t), sizeof(uint32_t)));
  if (!built_.places) built_.places = working_.make<uint32_t>(tensors).data();
  if (tensors > 0 && !built_.places) return refuse_working();
  Workload w;
  find_places(model_, graph_, built_.places, &w);
  states_ = w.states;
  if (w.widest > kMostOperands) return refuse(NOOK_UNSUPPORTED, NOOK_ROLE_MODEL, -1, kMostOperands, w.widest);
  const size_t room = working_need(model_, w, options_);
  if (working_.size() < room) return refuse(NOOK_NO_MEMORY, NOOK_ROLE_WORKING, -1, room, working_.size());
  const size_t most = w.activations + w.operators, probe = (probe_bytes(w) + 15) & ~size_t{15};
  if (store_.used() > kPlaceLimit / 2)
    return refuse(NOOK_UNSUPPORTED, NOOK_ROLE_PERSISTENT, -1, kPlaceLimit / 2, store_.used());
  // Tables, one after the other, each element written before it is read.
  uint8_t* const raw = static_cast<uint8_t*>(working_.allocate(probe + table_bytes(w), kBufferAlignment));
  if (!raw) return refuse_working();
  store_.set_probe({raw, probe});
  infos_ = reinterpret_cast<TensorInfo*>(raw + probe);
  l_.buffers = reinterpret_cast<Buffer*>(infos_ + w.widest);
  l_.separations = reinterpret_cast<Separation*>(l_.buffers + most);
  l_.tensors = reinterpret_cast<int32_t*>(l_.separations + w.read);
  l_.offsets = l_.tensors + most, l_.order = l_.offsets + most, l_.scale_bytes = l_.order + most;
  if constexpr (Chains::kAny) {
    fault_.index = -1;
    const Code code = chains_.open(model_, w.operators, w.read, working_, &fault_);
    NOOK_REQUIRE(code == Code::kOk, code);
    l_.steps = chains_.steps();
    if (working_.failures()) return refuse_working();
  }
  return Code::kOk;
}

// Variable tensors, one after the other in persistent memory.
template <class Chains>
Code Builder<Chains>::place_state() {
  if (states_ == 0) return Code::kOk;
  bool first = true;
  for (uint32_t t = 0; t < graph_.tensor_count(); ++t) {
    if (kind_of(built_.places[t]) != Place::kPersistent) continue;
    TensorSize size;
    const Code code = size_of_tensor(model_, graph_, static_cast<int32_t>(t), &size, &fault_);
    NOOK_REQUIRE(code == Code::kOk, code);
    const uint32_t bytes = static_cast<uint32_t>(size.bytes);
    if (bytes >= kPlaceLimit - store_.used() - 8)
      return refuse(NOOK_UNSUPPORTED, NOOK_ROLE_PERSISTENT, -1, kPlaceLimit, store_.used());
    void* const at = store_.take(bytes, 8);
    if (at) set_to_zero(model_, graph_, static_cast<int32_t>(t), at);
    built_.places[t] = placed(Place::kPersistent, store_.used() - bytes);
    if (first) built_.state_offset = store_.used() - bytes;
    first = false;
    built_.state_bytes = store_.used() - built_.state_offset;
  }
  return Code::kOk;
}

template <class Chains>
Code Builder<Chains>::prepare_operators() {
  Arena arena({});
  PrepareContext context{arena, on_.isa, false, {}};
  context.constants = built_.constants;
  NodeView node;
  for (uint32_t i = 0; i < graph_.operator_count(); ++i) {
    const Code code = prepare_operator(i, &node, context);
    NOOK_REQUIRE(code == Code::kOk, code);
  }
  return Code::kOk;
}

// What prepare() sees of the operator. Its results come first among the TensorInfos, for the next one, which
// most often reads the first of them.
template <class Chains>
Code Builder<Chains>::view(const Operation& op, NodeView* node) {
  const uint32_t outputs = op.out.size();
  TensorInfo* const inputs = infos_ + outputs;
  ModelFault why;
  Code code = describe(op.in, infos_, inputs, why);
  NOOK_REQUIRE(code == Code::kOk, code);
  last_ = -1;
  code = describe(op.out, infos_, infos_, why);
  NOOK_REQUIRE(code == Code::kOk, code);
  if (outputs > 0) last_ = op.out[0];
  node->options = op.view.options();
  node->inputs = {inputs, op.in.size()}, node->outputs = {infos_, outputs};
  return Code::kOk;
}

// Writes what is known of tensors into memory that may hold anything, and their sizes down.
template <class Chains>
Code Builder<Chains>::describe(const IndexList& list, const TensorInfo* last, TensorInfo* infos,
                               ModelFault& why) {
  for (uint32_t k = 0; k < list.size(); ++k) {
    const int32_t tensor = list[k];
    if (tensor < 0) {
      infos[k] = TensorInfo();
    } else if (tensor == last_) {
      infos[k] = *last;
    } else if (!read_tensor(model_, graph_.tensor(static_cast<uint32_t>(tensor)), &infos[k], &why)) {
      return refuse_tensor(&fault_, tensor, why);
    } else if (kind_of(built_.places[tensor]) == Place::kScratch) {
      l_.buffers[where_of(built_.places[tensor])].size = infos[k].bytes();
    }
  }
  return Code::kOk;
}

template <class Chains>
Code Builder<Chains>::prepare_operator(uint32_t i, NodeView* node, PrepareContext& context) {
  const OperatorView here = graph_.op(i);
  const Operation op{here, here.inputs(), here.outputs()};
  const OpEntry* const entry = find_op(ops_of(resolver_), here.code());
  if (!entry) return refuse_operator(&fault_, here, i, Code::kUnsupported, {});
  node->code = entry->code, node->version = here.version();
  const Code code = view(op, node);
  NOOK_REQUIRE(code == Code::kOk, code);
  RowStep step;
  if constexpr (Chains::kAny) context.rows = chains_.has(i) ? &step : nullptr;
  const size_t before = working_.used();
  for (;; working_.rewind(before)) {  // packers take more
    context.persistent = store_.open();
    Result<Prepared> prepared = entry->prepare(*node, context);
    if (prepared) {
      working_.rewind(before);
      return keep(i, op, *entry, node, context, step, *prepared);
    }
    if (!must_count(context)) return refuse_operator(&fault_, here, i, prepared.code(), context.refusal);
  }
}

// What was prepared is in the persistent memory.
template <class Chains>
Code Builder<Chains>::keep(uint32_t i, const Operation& op, const OpEntry& entry, NodeView* node,
                           PrepareContext& context, const RowStep& step, Prepared& prepared) {
  if constexpr (Chains::kAny) {
    if (chains_.has(i)) {
      const Code made = prepare_stage(i, op, entry, node, context, step, &prepared);
      NOOK_REQUIRE(made == Code::kOk, made);
    }
  }
  if (on_.params) {
    store_.close(context.table_bytes, on_.params(entry.code, prepared.form));
  } else {
    store_.close(context.persistent);
  }
  if (store_.used() >= kPlaceLimit)
    return refuse(NOOK_UNSUPPORTED, NOOK_ROLE_PERSISTENT, -1, kPlaceLimit, store_.used());
  l_.scale_bytes[i] = 0;
  if constexpr (Chains::kAny) {
    if (chains_.has(i)) {
      return keep_stage(i, op, *node, step, prepared);
    }
  }
  separate(op, prepared, static_cast<int32_t>(i) + 1);
  note(i, op, prepared);
  return Code::kOk;
}

// Where the kernel may write over an input that has no later use.
template <class Chains>
void Builder<Chains>::separate(const Operation& op, const Prepared& prepared, int32_t step) {
  const IndexList& in = op.in;
  const uint32_t out = built_.places[op.out[0]];
  if (op.out.size() != 1 || kind_of(out) != Place::kScratch) return;
  const int32_t lower = static_cast<int32_t>(where_of(out));
  if (l_.buffers[where_of(out)].first != step) return;
  for (uint32_t k = 0; k < in.size(); ++k) {
    if (in[k] < 0 || kind_of(built_.places[in[k]]) != Place::kScratch) continue;
    const int32_t upper = static_cast<int32_t>(where_of(built_.places[in[k]]));
    if (upper == lower || l_.buffers[static_cast<size_t>(upper)].last != step) continue;
    int32_t bytes = 0;  // an input given twice must be far enough for both
    bool met = false;
    for (uint32_t j = 0; j < in.size(); ++j) {
      if (in[j] != in[k]) continue;
      met = met || j < k;
      const int32_t least = prepared.overlap(prepared.kernel, prepared.params, static_cast<int>(j));
      bytes = least > bytes ? least : bytes;
    }
    if (!met && bytes != kDisjoint) l_.separations[l_.separation_count++] = {upper, lower, bytes};
  }
}

// Notes the operator for its runs, and asks for its scratch.
template <class Chains>
void Builder<Chains>::note(uint32_t i, const Operation& op, const Prepared& prepared) {
  const IndexList &in = op.in, &out = op.out;
  const uint32_t pointers = pointer_bytes(in.size(), on_.pointer) + pointer_bytes(out.size(), on_.pointer);
  const int32_t scratch = prepared.scratch + static_cast<int32_t>(pointers),
                step = static_cast<int32_t>(i) + 1;
  if (prepared.fill) l_.scale_bytes[i] = prepared.scale_bytes;
  if (scratch > 0) {
    const size_t b = l_.buffer_count++;
    l_.buffers[b] = {scratch, kBufferAlignment, step, step, BufferKind::kScratch};
    l_.tensors[b] = -1;
  }
  if (!nodes()) return;
  nodes()[i] = {prepared.invoke,
                const_cast<void*>(prepared.params),
                in.span().data(),
                out.span().data(),
                prepared.fill,
                pointers,
                0,
                static_cast<uint16_t>(in.size()),
                static_cast<uint16_t>(out.size())};
}

template <class Chains>
Code Builder<Chains>::plan() {
  const Span<Buffer> buffers{l_.buffers, l_.buffer_count};
  PlanRequest request{model_,
                      graph_.tensor_count(),
                      buffers,
                      {l_.tensors, l_.buffer_count},
                      {},
                      {{l_.offsets, l_.buffer_count}},
                      {l_.order, l_.buffer_count},
                      &fault_};
  request.problem.buffers = buffers;
  request.problem.separations = {l_.separations, l_.separation_count};
  request.problem.capacity = static_cast<int32_t>(kPlaceLimit) - 1;
  fault_.role = NOOK_ROLE_PLAN;
  request.plan.height = request.problem.capacity;
  nook_status status = options_.planner->place(options_.planner, &request);
  if (status == NOOK_OK && options_.planner->verify) status = options_.planner->verify(&request);
  if (status != NOOK_OK) {
    fault_.status = status;
    return static_cast<Code>(status);
  }
  for (size_t b = 0; b < l_.buffer_count; ++b) {
    if (l_.buffers[b].size == 0) l_.offsets[b] = 0;  // where nothing is does not count
    const int32_t end = l_.offsets[b] + l_.buffers[b].size;
    l_.height = end > l_.height ? end : l_.height;
  }
  fault_.role = NOOK_ROLE_NONE, fault_.index = -1;
  return Code::kOk;
}

// For each operator, the end of all live buffers.
inline void find_tops(const Layout& l, Span<int32_t> tops) {
  for (int32_t& top : tops) top = 0;
  for (size_t b = 0; b < l.buffer_count; ++b) {
    const Buffer& buffer = l.buffers[b];
    const int32_t end = static_cast<int32_t>(align_up(static_cast<uint32_t>(l.offsets[b] + buffer.size), 4));
    const int32_t operators = static_cast<int32_t>(tops.size());
    for (int32_t step = buffer.first > 1 ? buffer.first : 1; step <= buffer.last && step <= operators; ++step)
      if (tops[static_cast<size_t>(step) - 1] < end) tops[static_cast<size_t>(step) - 1] = end;
  }
}

// Where the scale tables of an operator are made for each inference: in a gap of the scratch, which costs no
// byte, or, where there is none, in one window of persistent memory that all such operators share.
template <class Chains>
Code Builder<Chains>::place_scales() {
  if (options_.keep_scales) return keep_scales();
  const Span<int32_t> tops{l_.order, graph_.operator_count()};  // the planner is done with the order
  find_tops(l_, tops);
  uint32_t window = 0;
  for (uint32_t i = 0; i < graph_.operator_count(); ++i) {
    const int32_t bytes = l_.scale_bytes[i];
    if (bytes == 0) continue;
    const bool above = tops[i] <= l_.height - bytes;
    const int32_t at = above ? tops[i] : -1;
    if (at < 0 && static_cast<uint32_t>(bytes) > window) window = static_cast<uint32_t>(bytes);
    if (nodes())
      nodes()[i].table =
          at < 0 ? placed(Place::kPersistent, 0) : placed(Place::kScratch, static_cast<uint32_t>(at));
  }
  if (window == 0) return Code::kOk;
  (void)store_.take(window, 4);
  if (!nodes()) return Code::kOk;
  for (uint32_t i = 0; i < graph_.operator_count(); ++i)
    if (kind_of(nodes()[i].table) == Place::kPersistent) nodes()[i].table += store_.used() - window;
  return Code::kOk;
}

// Each table in persistent memory, made now.
template <class Chains>
Code Builder<Chains>::keep_scales() {
  for (uint32_t i = 0; i < graph_.operator_count(); ++i) {
    if (l_.scale_bytes[i] == 0) continue;
    void* const table = store_.take(static_cast<size_t>(l_.scale_bytes[i]), 4);
    if (store_.used() >= kPlaceLimit)
      return refuse(NOOK_UNSUPPORTED, NOOK_ROLE_PERSISTENT, -1, kPlaceLimit, store_.used());
    if (!nodes()) continue;
    Node& node = nodes()[i];
    node.fill(node.params, scales_of(graph_, node), table);
    node.fill = nullptr;
  }
  return Code::kOk;
}

template <class Chains>
void Builder<Chains>::finish() {
  for (size_t b = 0; b < l_.buffer_count; ++b) {
    const uint32_t offset = static_cast<uint32_t>(l_.offsets[b]);
    if (l_.tensors[b] < 0) {  // it lives while its operator runs
      if (nodes()) nodes()[l_.buffers[b].first - 1].scratch += offset;
      continue;
    }
    uint32_t& place = built_.places[l_.tensors[b]];
    if (kind_of(place) == Place::kScratch) place = placed(Place::kScratch, offset);
  }
  if constexpr (Chains::kAny) place_rings();
  built_.persistent_bytes = store_.used();
  built_.scratch_bytes = static_cast<uint32_t>(l_.height);
}

}  // namespace nook::interp
