#include "nook/interp/variables.h"

#include <string.h>

#include "nook/interp/buffers.h"
#include "nook/model/fields.h"
#include "nook/ops/op_code.h"

namespace nook::interp {
namespace {

// More take too long to look for one by one.
constexpr uint32_t kMostHandles = 256, kMostVariables = 64;

bool is(const OperatorView& op, OpCode code) { return op.code() == static_cast<int32_t>(code); }
bool reads(const OperatorView& op) { return is(op, OpCode::kReadVariable) && op.outputs().size() == 1; }
bool assigns(const OperatorView& op) { return is(op, OpCode::kAssignVariable) && op.inputs().size() == 2; }

// The tensor that a READ_VARIABLE makes or an ASSIGN_VARIABLE takes; -1: it is none of them.
int32_t value_of(const OperatorView& op) {
  if (op.inputs().size() == 0 || op.inputs()[0] < 0) return -1;
  return reads(op) ? op.outputs()[0] : assigns(op) ? op.inputs()[1] : -1;
}

bool same(const Vector<char>& a, const Vector<char>& b) {
  const Span<const char> x = a.span(), y = b.span();
  return x.size() == y.size() && (x.empty() || memcmp(x.data(), y.data(), x.size()) == 0);
}
bool same_name(const OperatorView& a, const OperatorView& b) {
  namespace field = fields::VarHandleOptions;
  const Table x = a.options(), y = b.options();
  return same(x[field::shared_name], y[field::shared_name]) && same(x[field::container], y[field::container]);
}

Code refuse_op(const SubgraphView& graph, uint32_t i, Code code, size_t need, size_t have,
               nook_interpreter_fault* fault) {
  const Code refused = refuse_operator(fault, graph.op(i), i, code, {});
  fault->need = need, fault->have = have;
  return refused;
}

// The tensor of a VAR_HANDLE; -1: the operator is none, or not a sound one.
int32_t handle_of(const SubgraphView& graph, uint32_t i) {
  const OperatorView op = graph.op(i);
  if (!is(op, OpCode::kVarHandle) || op.outputs().size() != 1) return -1;
  const int32_t t = op.outputs()[0];
  return t >= 0 && graph.tensor(static_cast<uint32_t>(t)).type() == DType::kResource ? t : -1;
}

// Numbers the variables: the place of a handle is that of the first with its name.
Code number(const SubgraphView& graph, uint32_t* places, uint32_t* count, nook_interpreter_fault* fault) {
  uint32_t operators[kMostHandles], handles = 0;
  for (uint32_t t = 0; t < graph.tensor_count(); ++t)
    if (graph.tensor(t).type() == DType::kResource) places[t] = placed(Place::kNowhere, 0);
  for (uint32_t i = 0; i < graph.operator_count(); ++i) {
    const int32_t t = handle_of(graph, i);
    if (t < 0) continue;
    if (handles == kMostHandles)
      return refuse_op(graph, i, Code::kUnsupported, kMostHandles, handles + 1, fault);
    uint32_t k = 0;
    while (k < handles && !same_name(graph.op(i), graph.op(operators[k]))) ++k;
    if (k == handles && *count == kMostVariables)
      return refuse_op(graph, i, Code::kUnsupported, kMostVariables, *count + 1, fault);
    places[t] = k < handles ? places[handle_of(graph, operators[k])] : placed(Place::kPersistent, (*count)++);
    operators[handles++] = i;
  }
  return Code::kOk;
}

// The bytes of a variable, of which each operator that uses it has a value.
Code size_of_variable(const Model& model, const SubgraphView& graph, const uint32_t* places,
                      uint32_t variable, size_t* bytes, nook_interpreter_fault* fault) {
  bool known = false;
  for (uint32_t i = 0; i < graph.operator_count(); ++i) {
    const OperatorView op = graph.op(i);
    const int32_t value = value_of(op);
    if (value < 0) continue;
    const uint32_t place = places[op.inputs()[0]];
    if (graph.tensor(static_cast<uint32_t>(op.inputs()[0])).type() != DType::kResource ||
        kind_of(place) != Place::kPersistent)
      return refuse_op(graph, i, Code::kBadModel, 1, 0, fault);
    if (where_of(place) != variable) continue;
    TensorSize size;
    const Code code = size_of_tensor(model, graph, value, &size, fault);
    NOOK_REQUIRE(code == Code::kOk, code);
    if (known && size.bytes != *bytes) return refuse_op(graph, i, Code::kBadShape, *bytes, size.bytes, fault);
    *bytes = size.bytes, known = true;
  }
  return Code::kOk;
}

// The handle of `graph` that has the name of operator `of`; -1: none has.
int32_t handle_named(const SubgraphView& graph, const OperatorView& of) {
  for (uint32_t i = 0; i < graph.operator_count(); ++i)
    if (handle_of(graph, i) >= 0 && same_name(graph.op(i), of)) return handle_of(graph, i);
  return -1;
}

// Assigns the constant of operator `i` of the subgraph, to a variable of the graph.
Code assign(const Model& model, const SubgraphView& from, uint32_t i, const SubgraphView& graph,
            const uint32_t* places, uint8_t* persistent, nook_interpreter_fault* fault) {
  const OperatorView op = from.op(i);
  TensorInfo value;
  ModelFault why;
  if (!assigns(op) || op.inputs()[0] < 0 || op.inputs()[1] < 0)
    return refuse_op(from, i, Code::kUnsupported, 0, 0, fault);
  if (!read_tensor(model, from.tensor(static_cast<uint32_t>(op.inputs()[1])), &value, &why))
    return refuse_tensor(fault, op.inputs()[1], why);
  if (!value.data) return refuse_op(from, i, Code::kUnsupported, 0, 0, fault);
  int32_t handle = -1;
  for (uint32_t k = 0; k < i && handle < 0; ++k)
    if (handle_of(from, k) == op.inputs()[0]) handle = handle_named(graph, from.op(k));
  if (handle < 0) return Code::kOk;  // nobody reads it
  for (uint32_t k = 0; k < graph.operator_count(); ++k) {
    const OperatorView use = graph.op(k);
    if (value_of(use) < 0 || places[use.inputs()[0]] != places[handle]) continue;
    TensorSize size;
    const Code code = size_of_tensor(model, graph, value_of(use), &size, fault);
    NOOK_REQUIRE(code == Code::kOk, code);
    const size_t bytes = static_cast<size_t>(value.bytes());
    if (size.bytes != bytes) return refuse_op(from, i, Code::kBadShape, size.bytes, bytes, fault);
    if (persistent) memcpy(persistent + where_of(places[handle]), value.data, bytes);
    break;
  }
  return Code::kOk;
}

Code set_first(const Model& model, const SubgraphView& graph, const uint32_t* places, uint8_t* persistent,
               nook_interpreter_fault* fault) {
  bool begun = false;
  uint32_t left = kMostHandles;  // operators that may be looked at, so that nothing takes long
  for (uint32_t i = 0; i < graph.operator_count(); ++i) {
    const OperatorView op = graph.op(i);
    begun = begun || value_of(op) >= 0;
    if (!is(op, OpCode::kCallOnce)) continue;
    const int32_t number = op.options()[fields::CallOnceOptions::init_subgraph_index];
    if (number <= 0 || static_cast<uint32_t>(number) >= model.subgraph_count())
      return refuse_op(graph, i, Code::kBadModel, model.subgraph_count(), static_cast<uint32_t>(number),
                       fault);
    const SubgraphView once = model.subgraph(static_cast<uint32_t>(number));
    // What was done before it would be lost.
    if (begun || once.operator_count() >= left)
      return refuse_op(graph, i, Code::kUnsupported, once.operator_count(), left, fault);
    left -= 1 + once.operator_count();
    for (uint32_t k = 0; k < once.operator_count(); ++k) {
      if (is(once.op(k), OpCode::kVarHandle)) continue;
      const Code code = assign(model, once, k, graph, places, persistent, fault);
      NOOK_REQUIRE(code == Code::kOk, code);
    }
  }
  return Code::kOk;
}

Code place(const Model& model, const SubgraphView& graph, uint32_t* places, Store& store,
           nook_interpreter_fault* fault) {
  uint32_t offsets[kMostVariables] = {}, count = 0;
  Code code = number(graph, places, &count, fault);
  NOOK_REQUIRE(code == Code::kOk, code);
  for (uint32_t v = 0; v < count; ++v) {
    size_t bytes = 0;
    code = size_of_variable(model, graph, places, v, &bytes, fault);
    NOOK_REQUIRE(code == Code::kOk, code);
    if (bytes >= kPlaceLimit - store.used() - 8)
      return refuse(fault, NOOK_UNSUPPORTED, NOOK_ROLE_PERSISTENT, kPlaceLimit, store.used());
    (void)store.take(bytes, 8);
    offsets[v] = store.used() - static_cast<uint32_t>(bytes);
  }
  // An operator on what is no variable has been refused, where there are any.
  for (uint32_t i = 0; count == 0 && i < graph.operator_count(); ++i)
    if (value_of(graph.op(i)) >= 0) return refuse_op(graph, i, Code::kBadModel, 1, 0, fault);
  for (uint32_t t = 0; t < graph.tensor_count(); ++t)
    if (graph.tensor(t).type() == DType::kResource && kind_of(places[t]) == Place::kPersistent)
      places[t] = placed(Place::kPersistent, offsets[where_of(places[t])]);
  return set_first(model, graph, places, store.start(), fault);
}

}  // namespace
}  // namespace nook::interp

extern "C" const nook_variables nook_resource_variables = {nook::interp::place, nook::interp::set_first};
