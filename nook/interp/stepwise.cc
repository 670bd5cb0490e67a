#include "nook/interp/stepwise.h"

#include "nook/interp/layout.h"
#include "nook/interp/on_stack.h"
#include "nook/interp/planner.h"
#include "nook/interp/stepwise_query.h"
#include "nook/plan/greedy.h"

namespace nook::interp {
namespace {

bool has(const IndexList& list, int32_t tensor) {
  for (uint32_t k = 0; k < list.size(); ++k)
    if (list[k] == tensor) return true;
  return false;
}

}  // namespace

bool StepwiseQuery::is_kept(int32_t t) const {
  return is_resource(t) || (tensor(t).variable() && !has(inputs_, t));
}

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

Code StepwiseQuery::start(Span<uint8_t> room, const Workload& load, const Workload& first) {
  const uint32_t parts = load.tensors + load.operators + first.inputs + first.outputs;
  if (parts > kMostParts) return refuse(NOOK_UNSUPPORTED, NOOK_ROLE_MODEL, kMostParts, parts);
  NOOK_TRY(divide(room, load));
  return take(load.operators * sizeof(Node) + (first.inputs + first.outputs) * sizeof(void*) +
                  load.tensors * sizeof(uint32_t),
              sizeof(void*));
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

Code StepwiseQuery::take(size_t bytes, uint32_t alignment) {
  if (bytes >= kPlaceLimit - store_.used() - 8)
    return refuse(NOOK_UNSUPPORTED, NOOK_ROLE_PERSISTENT, kPlaceLimit, store_.used() + bytes);
  (void)store_.take(bytes, alignment);
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
  prepared_ = store_.open();
  PrepareContext context{prepared_, kHere.isa, false, {}};
  context.variables = options_.variables, context.scales_stay = true;  // as in Builder
  const Code done = entry->prepare(node, context, prepared);
  return done == Code::kOk ? done : refuse_operator(&fault_, op, i, done, context.refusal);
}

Code StepwiseQuery::count(const Prepared& prepared) {
  store_.close(prepared_);
  const uint32_t table = static_cast<uint32_t>(prepared.scale_bytes);
  if (prepared.fills_once) {
    (void)store_.take(table, 4);
  } else {
    largest_table_ = table > largest_table_ ? table : largest_table_;
    all_tables_ += align_up(table, 4);
  }
  const uint32_t state = align_up(static_cast<uint32_t>(prepared.state_bytes), 8);
  if (store_.used() >= kPlaceLimit || all_tables_ >= kPlaceLimit || state >= kPlaceLimit - own_state_ - 8)
    return refuse(NOOK_UNSUPPORTED, NOOK_ROLE_PERSISTENT, kPlaceLimit, size_t{store_.used()} + own_state_);
  own_state_ += state;
  return Code::kOk;
}

// The last operator after `from` that uses the tensor, or `from`. The caller reads results last.
int32_t StepwiseQuery::last_use(int32_t tensor, int32_t from) const {
  if (inner_ && has(outputs_, tensor)) return INT32_MAX;
  for (int32_t i = static_cast<int32_t>(graph_.operator_count()) - 1; i > from; --i) {
    const OperatorView op = graph_.op(static_cast<uint32_t>(i));
    if (has(op.inputs(), tensor) || has(op.outputs(), tensor)) return i;
  }
  return from;
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
void StepwiseQuery::put(const Live& buffer, int32_t step, const OperatorView* op, const Prepared* prepared) {
  all_ += padded(buffer.bytes);
  uint32_t at = 0;
  for (size_t i = 0; i < live_count_;) {
    const bool own = i >= own_live_;
    const Live& other = live_[i++];
    const uint32_t end = other.offset + other.bytes;
    if (at >= end || other.offset >= at + buffer.bytes) continue;
    const int32_t least = prepared && own ? separation(other, step, *op, *prepared) : kDisjoint;
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

Code StepwiseQuery::place_tensor(int32_t tensor, int32_t bytes, int32_t step, const OperatorView* op,
                                 const Prepared* prepared) {
  if (bytes == 0) return Code::kOk;
  const uint32_t size = static_cast<uint32_t>(bytes);
  if (size >= kPlaceLimit) return refuse(NOOK_NO_MEMORY, NOOK_ROLE_PLAN, 0, 0, tensor);
  put({tensor, last_use(tensor, step), 0, size}, step, op, prepared);
  return Code::kOk;
}

Code StepwiseQuery::place_inputs() {
  for (uint32_t t = 0; t < graph_.tensor_count(); ++t) {  // in the order of their numbers
    const int32_t tensor = static_cast<int32_t>(t);
    if (!has(inputs_, tensor) || is_resource(tensor) || is_constant(tensor)) continue;
    TensorSize size;
    NOOK_TRY(size_of_tensor(model_, graph_, tensor, &size, &fault_));
    NOOK_TRY(place_tensor(tensor, static_cast<int32_t>(size.bytes), -1, nullptr, nullptr));
  }
  drop_after(-1);
  return Code::kOk;
}

// Places the tensors that the operator is the first to write, by number, then its scratch, in the order of
// Maker and Builder::note().
Code StepwiseQuery::place_results(uint32_t i, const OperatorView& op, const Prepared* prepared) {
  const IndexList in = op.inputs(), out = op.outputs();
  const int32_t step = static_cast<int32_t>(i);
  for (uint32_t k = 0; k < out.size(); ++k)
    if (out[k] >= 0 && (has(inputs_, out[k]) || is_constant(out[k])))
      return refuse_operator(&fault_, op, i, Code::kBadModel, {});
  for (int32_t before = -1;;) {
    uint32_t next = out.size();
    for (uint32_t k = 0; k < out.size(); ++k)
      if (out[k] > before && (next == out.size() || out[k] < out[next])) next = k;
    if (next == out.size()) break;
    const int32_t t = before = out[next];
    bool known = is_kept(t) || (!inner_ && has(outputs_, t));
    for (size_t l = own_live_; l < live_count_; ++l) known |= live_[l].tensor == t;
    if (known) continue;
    TensorSize size;
    NOOK_TRY(size_of_tensor(model_, graph_, t, &size, &fault_));
    NOOK_TRY(place_tensor(t, static_cast<int32_t>(size.bytes), step, &op, prepared));
  }
  if (!prepared) return Code::kOk;
  const uint32_t scratch =
      static_cast<uint32_t>(prepared->scratch) + pointer_bytes(in.size()) + pointer_bytes(out.size());
  if (scratch >= kPlaceLimit) return refuse(NOOK_NO_MEMORY, NOOK_ROLE_PLAN, 0, 0);
  if (scratch > 0) put({-1, step, 0, scratch}, step, nullptr, nullptr);
  return Code::kOk;
}

void StepwiseQuery::drop_after(int32_t i) {
  size_t kept = own_live_;
  for (size_t l = own_live_; l < live_count_; ++l)
    if (live_[l].last > i) live_[kept++] = live_[l];
  live_count_ = kept;
}

// Counts variables like Builder::place_state(); a named variable counts once per operator that reads or
// assigns it.
Code StepwiseQuery::take_variables() {
  for (uint32_t t = 0; t < graph_.tensor_count(); ++t) {
    const int32_t number = static_cast<int32_t>(t);
    if (!is_kept(number) || is_constant(number) || is_resource(number)) continue;
    TensorSize size;
    NOOK_TRY(size_of_tensor(model_, graph_, number, &size, &fault_));
    NOOK_TRY(take(size.bytes, 8));
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
    NOOK_TRY(take(size.bytes, 8));
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

Code StepwiseQuery::finish(const Workload& first, uint64_t scratch, MemorySizes* sizes) {
  if (scratch >= kPlaceLimit) return refuse(NOOK_NO_MEMORY, NOOK_ROLE_PLAN, 0, 0);
  make_current(0, 0);
  *sizes = {};
  NOOK_TRY(size_of_side(inputs_, &sizes->inputs));
  NOOK_TRY(size_of_side(outputs_, &sizes->outputs));
  sizes->input_count = inputs_.size(), sizes->output_count = outputs_.size();
  sizes->persistent = store_.used(), sizes->scratch = static_cast<size_t>(scratch);
  sizes->working = working_need(model_, first, options_);
  return Code::kOk;
}

namespace {

Code query(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
           Span<uint8_t> room, MemorySizes* sizes, Fault* fault) {
  StepwiseQuery one(model, resolver, options, fault);
  const Workload load = workload_of(model);
  NOOK_TRY(one.start(room, load, load));
  one.enter(0);
  for (uint32_t i = 0; i < load.operators; ++i) {
    const OperatorView op = one.graph().op(i);
    Prepared prepared;
    NOOK_TRY(one.prepare(i, op, &prepared));
    NOOK_TRY(one.count(prepared));
    NOOK_TRY(one.place_results(i, op, &prepared));
    one.drop_after(static_cast<int32_t>(i));
  }
  NOOK_TRY(one.take_state());
  NOOK_TRY(one.take_variables());
  NOOK_TRY(one.take(one.largest_table(), 8));
  return one.finish(load, one.scratch(), sizes);
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
      [&](Span<uint8_t> room) { return query(model, resolver, options, room, sizes, fault); });
}

}  // namespace nook::interp
