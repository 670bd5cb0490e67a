// Builds an interpreter. `Chains` decides which operators run row by row: none (build.cc), or RowChains
// (rows.cc); a program contains only the code of the one it uses. Chains and its Builder are local to one
// file, so the compiler sees all callers.
#pragma once
#include <math.h>
#include <string.h>

#include "nook/interp/buffers.h"
#include "nook/interp/build.h"
#include "nook/interp/layout.h"
#include "nook/interp/planner.h"
#include "nook/interp/scales.h"
#include "nook/interp/variables.h"
#include "nook/ops/contract/control_flow.h"
#include "nook/ops/contract/row_step.h"

namespace nook::interp {

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
    if (!options_.planner) return refuse(because(NOOK_NULL, NOOK_ROLE_PLAN), 1, 0);
    graph_ = model_.subgraph(0);
    Code code = reserve();
    if (code == Code::kOk) code = lay_out_all();
    if (code == Code::kOk) code = prepare_operators();
    if (code == Code::kOk) code = place_state();
    if (code == Code::kOk) code = plan();
    if (code == Code::kOk) code = place_scales();
    if (code == Code::kOk) finish();
    return code;
  }

 private:
  // Packs status and role into one number, which is one constant in the code of refuse()'s callers.
  static constexpr uint32_t because(nook_status status, nook_role role) {
    return static_cast<uint32_t>(status) | static_cast<uint32_t>(role) << 8;
  }
  [[gnu::noinline]] Code refuse(uint32_t why, size_t need, size_t have) {
    const nook_status status = static_cast<nook_status>(why & 0xFF);
    return interp::refuse(&fault_, status, static_cast<nook_role>(why >> 8), need, have);
  }
  // The operators' nodes; null: nodes are only counted.
  Node* nodes() const { return store_.counts() ? nullptr : built_.nodes; }

  // If memory runs out while an operator is prepared, continues with counting.
  bool must_count(PrepareContext& context) {
    if (context.refusal.reason != Reason::kPersistent || store_.counts()) return false;
    store_.count();
    return true;
  }

  // The operator's number and the first tensor's number, counted over all subgraphs; and the operator's step.
  uint32_t number(uint32_t i) const {
    if constexpr (Chains::kFlow) return chains_[chains_.at].operators + i;
    return i;
  }
  uint32_t* places() const {
    if constexpr (Chains::kFlow) return built_.places + chains_[chains_.at].tensors;
    return built_.places;
  }
  int32_t step_of(uint32_t i) const {
    if constexpr (Chains::kFlow) return chains_.steps()[number(i)];
    return static_cast<int32_t>(i) + 1;
  }
  size_t tensor_count() const {
    if constexpr (Chains::kFlow) return chains_.tensors();
    return graph_.tensor_count();
  }
  // The operator to which scratch buffer b belongs.
  uint32_t operator_of(size_t b) const {
    if constexpr (Chains::kFlow) return static_cast<uint32_t>(~l_.tensors[b]);
    return static_cast<uint32_t>(l_.buffers[b].first) - 1;
  }

  // Calls each() for every subgraph that runs, with that subgraph current.
  template <class Each>
  Code in_each_subgraph(Each each) {
    if constexpr (!Chains::kFlow) {
      return each();
    } else {
      Code code = Code::kOk;
      for (uint32_t s = 0; s < chains_.count() && code == Code::kOk; ++s) {
        if (!chains_.runs(s)) continue;
        graph_ = model_.subgraph(s), chains_.at = s, last_ = -1;
        code = each();
      }
      graph_ = model_.subgraph(0), chains_.at = 0;
      return code;
    }
  }

  Code refuse_persistent() {
    return refuse(because(NOOK_UNSUPPORTED, NOOK_ROLE_PERSISTENT), kPlaceLimit,
                  size_t{store_.used()} + own_state_);
  }
  // Takes bytes of the state, at a multiple of 8; null: they are only counted.
  [[gnu::noinline]] Code take_state(uint32_t bytes, void** at) {
    if (bytes >= kPlaceLimit - store_.used() - 8) return refuse_persistent();
    *at = store_.take(bytes, 8);
    return Code::kOk;
  }
  size_t need_of_all() const { return working_need(model_, workload_of(model_), options_); }
  Code refuse_working();
  Code lay_out_all() {
    if constexpr (Chains::kFlow) {
      return chains_.lay_out(model_, options_, built_.places, &l_, &fault_);
    } else {
      return lay_out(model_, graph_, options_, built_.places, &l_, &fault_);
    }
  }
  Code reserve();
  [[gnu::noinline]] Code place_state();  // Few models need it; out of line, it makes the caller shorter.
  Code place_variable_tensors();
  Code prepare_operators();
  // The current operator, and its operands and results.
  struct Operation {
    const OperatorView& view;
    IndexList in, out;
  };
  Code prepare_operator(uint32_t i, NodeView* node, PrepareContext& context);
  Code view(const Operation& op, NodeView* node);
  Code describe(const IndexList& list, TensorInfo* infos);
  void separate(const Operation& op, const Prepared& prepared, int32_t step);
  Code keep(uint32_t i, const Operation& op, const OpEntry& entry, NodeView* node, PrepareContext& context,
            const RowStep& step, Prepared& prepared);
  void note(uint32_t i, const Operation& op, const Prepared& prepared);
  Code plan();
  void place_buffers();
  Code place_scales();
  Code keep_scales();
  void finish();
  // For chains; see builder_rows.h.
  Code prepare_stage(uint32_t i, const Operation& op, const OpEntry& entry, NodeView* node,
                     PrepareContext& context, const RowStep& step, Prepared* prepared);
  Code refuse_stage(uint32_t i) {
    fault_.plan_fault = kNoRows;
    return interp::refuse(&fault_, NOOK_BAD_MODEL, NOOK_ROLE_PLAN, 0, 0, static_cast<int32_t>(i));
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
  TensorInfo* infos_ = nullptr;  // TensorInfos of the current operator
  uint32_t states_ = 0;          // bytes of variable tensors
  uint32_t own_state_ = 0;       // additional bytes that operators keep
  int32_t last_ = -1;            // tensor of the TensorInfo left by the previous operator
};

template <class Chains>
Code Builder<Chains>::refuse_working() {
  return refuse(because(NOOK_NO_MEMORY, NOOK_ROLE_WORKING), need_of_all(), working_.size());
}

template <class Chains>
Code Builder<Chains>::reserve() {
  uint32_t tensors = graph_.tensor_count(), operators = graph_.operator_count();
  if constexpr (Chains::kFlow) {
    if (working_.size() < need_of_all()) return refuse_working();
    const Code code = chains_.open(model_, working_, &fault_);
    NOOK_REQUIRE(code == Code::kOk, code);
    tensors = chains_.tensors(), operators = chains_.operators();
  }
  const uint32_t inputs = graph_.inputs().size(), outputs = graph_.outputs().size();
  const uint32_t parts = tensors + operators + inputs + outputs;
  if (parts > kMostParts) return refuse(because(NOOK_UNSUPPORTED, NOOK_ROLE_MODEL), kMostParts, parts);
  const size_t pointer = on_.pointer;
  built_.nodes = static_cast<Node*>(store_.take(
      operators * on_.node + (inputs + outputs) * pointer + tensors * sizeof(uint32_t), on_.pointer));
  if (built_.nodes) {
    built_.inputs = reinterpret_cast<const void**>(built_.nodes + operators);
    built_.outputs = const_cast<void**>(built_.inputs + inputs);
    built_.places = reinterpret_cast<uint32_t*>(built_.outputs + outputs);
  } else {  // if even the places do not fit, still count
    built_.places = working_.make<uint32_t>(tensors).data();
  }
  Workload w;
  if constexpr (Chains::kFlow) {
    chains_.find_places(model_, built_.places, &w);
  } else {
    find_places(model_, graph_, built_.places, &w);
  }
  states_ = w.states;
  if (w.widest > kMostOperands)
    return refuse(because(NOOK_UNSUPPORTED, NOOK_ROLE_MODEL), kMostOperands, w.widest);
  const size_t room = Chains::kFlow ? need_of_all() : working_need(model_, w, options_);
  const size_t most = w.activations + w.operators, probe = (probe_bytes(w) + 15) & ~size_t{15};
  // Tables, contiguous; each element is written before it is read.
  uint8_t* const raw = static_cast<uint8_t*>(working_.allocate(probe + table_bytes(w), kBufferAlignment));
  if (working_.size() < room || !raw)
    return refuse(because(NOOK_NO_MEMORY, NOOK_ROLE_WORKING), room, working_.size());
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

// State, contiguous in persistent memory: first the operators' own, then variable tensors, then named
// variables.
template <class Chains>
Code Builder<Chains>::place_state() {
  if (states_ == 0 && own_state_ == 0) return Code::kOk;
  void* at;
  Code code = take_state(own_state_, &at);
  built_.state_offset = store_.used() - own_state_;
  own_state_ = 0;  // it is already included in the bytes used
  if (code == Code::kOk) code = in_each_subgraph([&] { return place_variable_tensors(); });
  if (code == Code::kOk && states_ > 0 && options_.variables) {
    const uint32_t graphs = Chains::kFlow ? model_.subgraph_count() : 1;
    code = options_.variables->place(model_, graphs, built_.places, store_, &fault_);
  }
  built_.state_bytes = store_.used() - built_.state_offset;
  return code;
}

// TensorInfos of the current subgraph.
template <class Chains>
Code Builder<Chains>::place_variable_tensors() {
  for (uint32_t t = 0; t < graph_.tensor_count(); ++t) {
    if (kind_of(places()[t]) != Place::kPersistent) continue;
    if (options_.variables && graph_.tensor(t).type() == DType::kResource) continue;
    TensorSize size;
    Code code = size_of_tensor(model_, graph_, static_cast<int32_t>(t), &size, &fault_);
    void* at = nullptr;
    if (code == Code::kOk) code = take_state(static_cast<uint32_t>(size.bytes), &at);
    NOOK_REQUIRE(code == Code::kOk, code);
    if (at) memset(at, size.zero, size.bytes);
    places()[t] = placed(Place::kPersistent, store_.used() - static_cast<uint32_t>(size.bytes));
  }
  return Code::kOk;
}

template <class Chains>
Code Builder<Chains>::prepare_operators() {
  Arena arena({});
  PrepareContext context{arena, on_.isa, false, {}};
  context.constants = built_.constants, context.variables = options_.variables;
  context.scales_stay = true;  // they stay in the file
  NodeView node;
  if (model_.from_onnx()) node.largest = INFINITY;
  return in_each_subgraph([&] {
    Code code = Code::kOk;
    for (uint32_t i = 0; i < graph_.operator_count() && code == Code::kOk; ++i)
      code = prepare_operator(i, &node, context);
    return code;
  });
}

// The operator's tensors for prepare(). The results are first among the TensorInfos, for the next operator,
// which usually reads the first of them.
template <class Chains>
Code Builder<Chains>::view(const Operation& op, NodeView* node) {
  const uint32_t outputs = op.out.size();
  TensorInfo* const inputs = infos_ + outputs;
  if (outputs == 0) last_ = -1;  // the operands overwrite it
  Code code = describe(op.in, inputs);
  last_ = -1;
  if (code == Code::kOk) code = describe(op.out, infos_);
  if (outputs > 0) last_ = op.out[0];
  node->options = op.view.options(), node->in_model = &op.view;
  node->inputs = {inputs, op.in.size()}, node->outputs = {infos_, outputs};
  return code;
}

// Writes TensorInfos to uninitialized memory, and records their sizes.
template <class Chains>
Code Builder<Chains>::describe(const IndexList& list, TensorInfo* infos) {
  for (uint32_t k = 0; k < list.size(); ++k) {
    const int32_t tensor = list[k];
    TensorInfo& info = infos[k];
    TensorFault why;
    if (tensor >= 0 && tensor == last_) {
      info = *infos_;
      continue;
    }
    const int32_t bytes =
        tensor < 0 ? -1 : read_tensor(model_, graph_.tensor(static_cast<uint32_t>(tensor)), &info, &why);
    if (bytes >= 0) {
      if (Buffer* const own = buffer_of(l_, places(), tensor)) own->size = bytes;
      if (kind_of(places()[tensor]) != Place::kPersistent)
        info.variable = false;  // an input is never state, even if it is marked as variable
      continue;
    }
    const bool variable = tensor >= 0 && options_.variables && info.type == DType::kResource;  // holds a name
    if (tensor >= 0 && !variable)
      return refuse_tensor(&fault_, tensor + static_cast<int32_t>(places() - built_.places), why);
    info = TensorInfo();
    if (variable) info.type = DType::kResource, info.variable = true;
  }
  return Code::kOk;
}

template <class Chains>
Code Builder<Chains>::prepare_operator(uint32_t i, NodeView* node, PrepareContext& context) {
  const OperatorView here = graph_.op(i);
  if constexpr (Chains::kFlow) {
    if (is_control_flow(here.code())) {
      last_ = -1, l_.scale_bytes[number(i)] = 0;
      return chains_.prepare(model_, i, built_.places, &l_, store_, on_.pointer,
                             nodes() ? nodes() + number(i) : nullptr, &fault_);
    }
  }
  const Operation op{here, here.inputs(), here.outputs()};
  const OpEntry* const entry = find_op(ops_of(resolver_), here.code(), here.custom_code());
  if (!entry) return refuse_operator(&fault_, here, number(i), Code::kUnsupported, {});
  node->code = entry->code, node->version = here.version();
  const Code code = view(op, node);
  NOOK_REQUIRE(code == Code::kOk, code);
  RowStep step;
  if constexpr (Chains::kAny) context.rows = chains_.has(i) ? &step : nullptr;
  const size_t before = working_.used();
  for (;; working_.rewind(before)) {  // packers need more than one attempt
    context.persistent = store_.open();
    Prepared prepared;
    const Code done = entry->prepare(*node, context, &prepared);
    if (done == Code::kOk) {
      working_.rewind(before);
      return keep(i, op, *entry, node, context, step, prepared);
    }
    if (!must_count(context)) return refuse_operator(&fault_, here, number(i), done, context.refusal);
  }
}

// Everything that was prepared is in persistent memory.
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
  if (prepared.fills_once) {
    void* const table = store_.take(static_cast<size_t>(prepared.scale_bytes), 4);
    if (table) prepared.fill(const_cast<void*>(prepared.params), {}, table);
    prepared.fill = nullptr, prepared.scale_bytes = 0;
  }
  if (store_.used() >= kPlaceLimit ||
      static_cast<uint32_t>(prepared.state_bytes) >= kPlaceLimit - own_state_ - 8)
    return refuse_persistent();
  if constexpr (Chains::kAny) {
    if (chains_.has(i)) {
      l_.scale_bytes[i] = 0;
      return keep_stage(i, op, *node, step, prepared);
    }
  }
  separate(op, prepared, step_of(i));
  note(i, op, prepared);
  own_state_ += align_up(static_cast<uint32_t>(prepared.state_bytes), 8);
  return Code::kOk;
}

// Records where the kernel may overwrite an input that is not read later.
template <class Chains>
void Builder<Chains>::separate(const Operation& op, const Prepared& prepared, int32_t step) {
  const IndexList& in = op.in;
  if (op.out.size() != 1) return;
  const Buffer* const y = buffer_of(l_, places(), op.out[0]);
  if (!y || y->first != step) return;
  for (uint32_t k = 0; k < in.size(); ++k) {
    const Buffer* const x = buffer_of(l_, places(), in[k]);
    if (!x || x == y || x->last != step) continue;
    int32_t bytes =
        0;  // the distance must suffice for both uses of an input given twice; its first use records it
    for (uint32_t j = 0; j < in.size() && bytes != kDisjoint; ++j) {
      if (in[j] != in[k]) continue;
      const int32_t least =
          j < k ? kDisjoint : prepared.overlap(prepared.kernel, prepared.params, static_cast<int>(j));
      bytes = least > bytes ? least : bytes;
    }
    if (bytes != kDisjoint)
      l_.separations[l_.separation_count++] = {static_cast<int32_t>(x - l_.buffers),
                                               static_cast<int32_t>(y - l_.buffers), bytes};
  }
}

// Records the operator for its runs, and requests its scratch.
template <class Chains>
void Builder<Chains>::note(uint32_t i, const Operation& op, const Prepared& prepared) {
  const IndexList &in = op.in, &out = op.out;
  const uint32_t pointers = pointer_bytes(in.size(), on_.pointer) + pointer_bytes(out.size(), on_.pointer);
  const int32_t scratch = prepared.scratch + static_cast<int32_t>(pointers), step = step_of(i);
  l_.scale_bytes[number(i)] = prepared.scale_bytes;
  if (scratch > 0) {
    const size_t b = l_.buffer_count++;
    int32_t last = step;
    if constexpr (Chains::kFlow) last = chains_.last_use(step);
    l_.buffers[b] = {scratch, kBufferAlignment, step, last, BufferKind::kScratch};
    l_.tensors[b] = Chains::kFlow ? ~static_cast<int32_t>(number(i)) : -1;
  }
  if (!nodes()) return;
  nodes()[number(i)] = {prepared.invoke,
                        const_cast<void*>(prepared.params),
                        in.data(),
                        out.data(),
                        prepared.fill,
                        pointers,
                        prepared.state_bytes > 0 ? placed(Place::kState, own_state_) : 0,
                        static_cast<uint16_t>(in.size()),
                        static_cast<uint16_t>(out.size())};
}

}  // namespace nook::interp

#include "nook/interp/builder_plan.h"
