#include "nook/interp/stepwise.h"

#include "nook/interp/buffers.h"
#include "nook/interp/build.h"
#include "nook/interp/layout.h"
#include "nook/interp/on_stack.h"
#include "nook/interp/planner.h"
#include "nook/ops/contract/control_flow.h"
#include "nook/plan/greedy.h"

namespace nook::interp {
namespace {

// A buffer that is live: a tensor's or (-1) the scratch of the current operator.
struct Live {
  int32_t tensor, last;  // the last operator that needs it
  uint32_t offset, bytes;
};

bool has(const IndexList& list, int32_t tensor) {
  for (uint32_t k = 0; k < list.size(); ++k)
    if (list[k] == tensor) return true;
  return false;
}

constexpr uint32_t padded(uint32_t bytes) { return align_up(bytes, kBufferAlignment); }

class StepwiseQuery {
 public:
  StepwiseQuery(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
                Fault* fault)
      : model_(model),
        resolver_(resolver),
        options_(options),
        fault_(*fault),
        graph_(model.subgraph(0)),
        inputs_(graph_.inputs()),
        outputs_(graph_.outputs()) {}

  Code run(Span<uint8_t> room, MemorySizes* sizes);

 private:
  Code refuse(nook_status status, nook_role role, size_t need, size_t have, int32_t index = -1) {
    return interp::refuse(&fault_, status, role, need, have, index);
  }
  bool is_constant(int32_t t) const { return !model_.buffer(tensor(t).buffer()).empty(); }
  bool is_resource(int32_t t) const { return tensor(t).type() == DType::kResource; }
  bool is_kept(int32_t t) const { return is_resource(t) || (tensor(t).variable() && !has(inputs_, t)); }
  TensorView tensor(int32_t t) const { return graph_.tensor(static_cast<uint32_t>(t)); }

  Code divide(Span<uint8_t> room, const Workload& load);
  Code describe(const IndexList& list, TensorInfo* infos);
  Code prepare(uint32_t i, const OperatorView& op, Prepared* prepared);
  Code place_results(uint32_t i, const OperatorView& op, const Prepared& prepared);
  int32_t last_use(int32_t tensor, uint32_t from) const;
  void put(const Live& buffer, const OperatorView& op, const Prepared* prepared);
  int32_t separation(const Live& other, int32_t step, const OperatorView& op, const Prepared& prepared) const;
  Code take(uint32_t bytes);
  Code take_state();
  Code size_of_side(const IndexList& side, size_t* bytes);

  const Model& model_;
  const Resolver& resolver_;
  const nook_interpreter_options& options_;
  Fault& fault_;
  const SubgraphView graph_;
  const IndexList inputs_, outputs_;
  Store store_ = Store::counting();
  TensorInfo* infos_ = nullptr;  // current operator: results, then operands
  Span<Live> live_;
  size_t live_count_ = 0;
  bool overflows_ = false;               // more buffers are live than there is room for
  uint64_t all_ = 0;                     // bytes of all buffers
  uint32_t height_ = 0, own_state_ = 0;  // height of the plan so far; state of operators
  uint32_t window_ = 0, step_ = 0;       // the largest table of scales; the current operator
};

// Divides the room between prepare()'s data, the operands of the widest operator, and buffers.
Code StepwiseQuery::divide(Span<uint8_t> room, const Workload& load) {
  const uintptr_t base = reinterpret_cast<uintptr_t>(room.data());
  const size_t lead = (kBufferAlignment - base % kBufferAlignment) % kBufferAlignment;
  const size_t probe = (probe_bytes(load) + 15) & ~size_t{15}, infos = load.widest * sizeof(TensorInfo);
  if (lead + probe + infos > room.size())
    return refuse(NOOK_NO_MEMORY, NOOK_ROLE_WORKING, lead + probe + infos, room.size());
  uint8_t* const from = room.data() + lead;
  store_.set_probe({from, probe});
  infos_ = reinterpret_cast<TensorInfo*>(from + probe);
  live_ = {reinterpret_cast<Live*>(from + probe + infos),
           (room.size() - lead - probe - infos) / sizeof(Live)};
  return Code::kOk;
}

Code StepwiseQuery::describe(const IndexList& list, TensorInfo* infos) {
  for (uint32_t k = 0; k < list.size(); ++k) {
    TensorInfo& info = infos[k];
    info = TensorInfo();
    if (list[k] < 0) continue;
    if (options_.variables && is_resource(list[k])) {  // holds a name
      info.type = DType::kResource, info.variable = true;
      continue;
    }
    TensorFault why;
    if (read_tensor(model_, tensor(list[k]), &info, &why) < 0) return refuse_tensor(&fault_, list[k], why);
    if (!is_kept(list[k])) info.variable = false;
  }
  return Code::kOk;
}

Code StepwiseQuery::take(uint32_t bytes) {
  if (bytes >= kPlaceLimit - store_.used() - 8)
    return refuse(NOOK_UNSUPPORTED, NOOK_ROLE_PERSISTENT, kPlaceLimit, size_t{store_.used()} + bytes);
  (void)store_.take(bytes, 8);
  return Code::kOk;
}

Code StepwiseQuery::prepare(uint32_t i, const OperatorView& op, Prepared* prepared) {
  const OpEntry* const entry = find_op(ops_of(resolver_), op.code(), op.custom_code());
  if (!entry) return refuse_operator(&fault_, op, i, Code::kUnsupported, {});
  const IndexList in = op.inputs(), out = op.outputs();
  NOOK_TRY(describe(out, infos_));
  NOOK_TRY(describe(in, infos_ + out.size()));
  NodeView node;
  node.code = entry->code, node.version = op.version(), node.options = op.options(), node.in_model = &op;
  node.inputs = {infos_ + out.size(), in.size()}, node.outputs = {infos_, out.size()};
  Arena arena = store_.open();
  PrepareContext context{arena, kHere.isa, false, {}};
  const Code done = entry->prepare(node, context, prepared);
  if (done != Code::kOk) return refuse_operator(&fault_, op, i, done, context.refusal);
  store_.close(arena);
  if (prepared->fills_once) (void)store_.take(static_cast<size_t>(prepared->scale_bytes), 4);
  const uint32_t state = align_up(static_cast<uint32_t>(prepared->state_bytes), 8);
  if (store_.used() >= kPlaceLimit || state >= kPlaceLimit - own_state_ - 8)
    return refuse(NOOK_UNSUPPORTED, NOOK_ROLE_PERSISTENT, kPlaceLimit, size_t{store_.used()} + own_state_);
  own_state_ += state;
  const uint32_t table = static_cast<uint32_t>(prepared->scale_bytes);
  if (!prepared->fills_once && table > window_) window_ = table;
  return Code::kOk;
}

int32_t StepwiseQuery::last_use(int32_t tensor, uint32_t from) const {
  for (uint32_t i = graph_.operator_count() - 1; i > from; --i) {
    const OperatorView op = graph_.op(i);
    if (has(op.inputs(), tensor) || has(op.outputs(), tensor)) return static_cast<int32_t>(i);
  }
  return static_cast<int32_t>(from);
}

// The bytes by which `other`, which the operator reads for the last time, must start above its one result;
// kDisjoint: they share no byte. See Builder::separate().
int32_t StepwiseQuery::separation(const Live& other, int32_t step, const OperatorView& op,
                                  const Prepared& prepared) const {
  const IndexList in = op.inputs();
  if (op.outputs().size() != 1 || other.last != step || other.tensor < 0) return kDisjoint;
  int32_t bytes = 0;
  bool reads = false;
  for (uint32_t k = 0; k < in.size() && bytes != kDisjoint; ++k) {
    if (in[k] != other.tensor) continue;
    reads = true;
    const int32_t least = prepared.overlap(prepared.kernel, prepared.params, static_cast<int>(k));
    bytes = least > bytes ? least : bytes;
  }
  return reads ? bytes : kDisjoint;
}

// Places the buffer at the lowest offset that clears all others, like FirstFit in nook/plan/greedy.cc.
// `prepared`: the buffer's operator, if the buffer is its result.
void StepwiseQuery::put(const Live& buffer, const OperatorView& op, const Prepared* prepared) {
  all_ += padded(buffer.bytes);
  uint32_t at = 0;
  for (size_t i = 0; i < live_count_;) {
    const Live& other = live_[i++];
    const uint32_t end = other.offset + other.bytes;
    if (at >= end || other.offset >= at + buffer.bytes) continue;
    const int32_t least =
        prepared ? separation(other, static_cast<int32_t>(step_), op, *prepared) : kDisjoint;
    if (least != kDisjoint && other.offset >= at + static_cast<uint32_t>(least)) continue;
    at = padded(end), i = 0;  // moved up: compare with all buffers again
    if (at >= kPlaceLimit) overflows_ = true;
    if (overflows_) return;
  }
  const uint32_t top = at + buffer.bytes;
  if (top > height_) height_ = top;
  overflows_ |= live_count_ == live_.size();
  if (overflows_) return;
  live_[live_count_] = buffer;
  live_[live_count_++].offset = at;
}

// Places the tensors that the operator is the first to write, by number, then its scratch, in the order of
// Maker and Builder::note().
Code StepwiseQuery::place_results(uint32_t i, const OperatorView& op, const Prepared& prepared) {
  const IndexList in = op.inputs(), out = op.outputs();
  step_ = i;
  for (uint32_t k = 0; k < out.size(); ++k)
    if (out[k] >= 0 && (has(inputs_, out[k]) || is_constant(out[k])))
      return refuse_operator(&fault_, op, i, Code::kBadModel, {});
  for (int32_t before = -1;;) {
    uint32_t next = out.size();
    for (uint32_t k = 0; k < out.size(); ++k)
      if (out[k] > before && (next == out.size() || out[k] < out[next])) next = k;
    if (next == out.size()) break;
    const int32_t t = before = out[next];
    bool known = is_kept(t) || has(outputs_, t);
    for (size_t l = 0; l < live_count_; ++l) known |= live_[l].tensor == t;
    const int32_t bytes = infos_[next].bytes();
    if (known || bytes == 0) continue;
    if (static_cast<uint32_t>(bytes) >= kPlaceLimit) return refuse(NOOK_NO_MEMORY, NOOK_ROLE_PLAN, 0, 0, t);
    put({t, last_use(t, i), 0, static_cast<uint32_t>(bytes)}, op, &prepared);
  }
  const uint32_t scratch =
      static_cast<uint32_t>(prepared.scratch) + pointer_bytes(in.size()) + pointer_bytes(out.size());
  if (scratch >= kPlaceLimit) return refuse(NOOK_NO_MEMORY, NOOK_ROLE_PLAN, 0, 0);
  if (scratch > 0) put({-1, static_cast<int32_t>(i), 0, scratch}, op, nullptr);
  size_t kept = 0;
  for (size_t l = 0; l < live_count_; ++l)
    if (live_[l].last > static_cast<int32_t>(i)) live_[kept++] = live_[l];
  live_count_ = kept;
  return Code::kOk;
}

// Counts the state, like Builder::place_state(); a named variable counts once per operator that reads or
// assigns it.
Code StepwiseQuery::take_state() {
  NOOK_TRY(take(own_state_));
  for (uint32_t t = 0; t < graph_.tensor_count(); ++t) {
    const int32_t number = static_cast<int32_t>(t);
    if (!is_kept(number) || is_constant(number) || is_resource(number)) continue;
    TensorSize size;
    NOOK_TRY(size_of_tensor(model_, graph_, number, &size, &fault_));
    NOOK_TRY(take(static_cast<uint32_t>(size.bytes)));
  }
  for (uint32_t i = 0; i < graph_.operator_count(); ++i) {
    const OperatorView op = graph_.op(i);
    const IndexList in = op.inputs(), out = op.outputs();
    int32_t value = -1;
    if (op.code() == static_cast<int32_t>(OpCode::kReadVariable) && out.size() == 1) value = out[0];
    if (op.code() == static_cast<int32_t>(OpCode::kAssignVariable) && in.size() == 2) value = in[1];
    TensorSize size;
    if (value < 0) continue;
    NOOK_TRY(size_of_tensor(model_, graph_, value, &size, &fault_));
    NOOK_TRY(take(static_cast<uint32_t>(size.bytes)));
  }
  return Code::kOk;
}

// Contiguous, each at its alignment; SIZE_MAX: more than the address space.
Code StepwiseQuery::size_of_side(const IndexList& side, size_t* bytes) {
  *bytes = 0;
  for (uint32_t i = 0; i < side.size(); ++i) {
    if (side[i] < 0) return refuse(NOOK_BAD_MODEL, NOOK_ROLE_MODEL, 0, 0, static_cast<int32_t>(i));
    TensorSize size;
    NOOK_TRY(size_of_tensor(model_, graph_, side[i], &size, &fault_));
    const size_t mask = size.alignment - size_t{1}, from = (*bytes + mask) & ~mask;
    const bool fits = from >= *bytes && size.bytes <= SIZE_MAX - from;
    *bytes = fits ? from + size.bytes : SIZE_MAX;
    if (!fits) break;
  }
  return Code::kOk;
}

Code StepwiseQuery::run(Span<uint8_t> room, MemorySizes* sizes) {
  const Workload load = workload_of(model_);
  const uint32_t parts = load.tensors + load.operators + load.inputs + load.outputs;
  if (parts > kMostParts) return refuse(NOOK_UNSUPPORTED, NOOK_ROLE_MODEL, kMostParts, parts);
  NOOK_TRY(divide(room, load));
  (void)store_.take(load.operators * sizeof(Node) + (load.inputs + load.outputs) * sizeof(void*) +
                        load.tensors * sizeof(uint32_t),
                    sizeof(void*));
  for (uint32_t i = 0; i < load.operators; ++i) {
    const OperatorView op = graph_.op(i);
    Prepared prepared;
    NOOK_TRY(prepare(i, op, &prepared));
    NOOK_TRY(place_results(i, op, prepared));
  }
  NOOK_TRY(take_state());
  NOOK_TRY(take(window_));
  if (overflows_ && all_ >= kPlaceLimit) return refuse(NOOK_NO_MEMORY, NOOK_ROLE_PLAN, 0, 0);
  *sizes = {};
  NOOK_TRY(size_of_side(inputs_, &sizes->inputs));
  NOOK_TRY(size_of_side(outputs_, &sizes->outputs));
  sizes->input_count = load.inputs, sizes->output_count = load.outputs;
  sizes->persistent = store_.used();
  sizes->scratch = overflows_ ? static_cast<size_t>(all_) : height_;
  sizes->working = working_need(model_, load, options_);
  return Code::kOk;
}

nook_status place_by_first_use(const nook_planner*, void* request) {
  PlanRequest& r = *static_cast<PlanRequest*>(request);
  const Span<Buffer> buffers = r.buffers;
  for (size_t n = 0; n < buffers.size(); ++n) {  // insertion sort: nearly all are in order
    size_t at = n;
    for (; at > 0 && buffers[static_cast<size_t>(r.order[at - 1])].first > buffers[n].first; --at)
      r.order[at] = r.order[at - 1];
    r.order[at] = static_cast<int32_t>(n);
  }
  return static_cast<nook_status>(place_in_one_pool(r.problem, &r.plan, r.order.data(), &r.fault->index));
}

}  // namespace

const nook_planner by_first_use_planner = {place_by_first_use, nullptr, nullptr};

Code stepwise_sizes(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
                    MemorySizes* sizes, InterpreterFault* fault) {
  if (has_control_flow(model))
    return refuse(fault, NOOK_NO_MEMORY, NOOK_ROLE_WORKING, working_need(model, workload_of(model), options),
                  kMostOnStack);
  return run_with<kMostOnStack>(
      [&](Span<uint8_t> room) { return StepwiseQuery(model, resolver, options, fault).run(room, sizes); });
}

}  // namespace nook::interp
