#include "nook/interp/variables.h"

#include <string.h>

#include "nook/interp/layout_maker.h"
#include "nook/model/fields.h"
#include "nook/ops/contract/control_flow.h"
#include "nook/ops/contract/op_code.h"

namespace nook::interp {
namespace {

// The limits keep the linear search for variables, and for handles passed to subgraphs, short.
constexpr uint32_t kMostHandles = 256, kMostVariables = 64;

bool is(const OperatorView& op, OpCode code) { return op.code() == static_cast<int32_t>(code); }
bool reads(const OperatorView& op) { return is(op, OpCode::kReadVariable) && op.outputs().size() == 1; }
bool assigns(const OperatorView& op) { return is(op, OpCode::kAssignVariable) && op.inputs().size() == 2; }

// The tensor that a READ_VARIABLE produces or an ASSIGN_VARIABLE consumes; -1: the operator is neither.
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

// The tensor of a VAR_HANDLE; -1: the operator is not a valid VAR_HANDLE.
int32_t handle_of(const SubgraphView& graph, uint32_t i) {
  const OperatorView op = graph.op(i);
  if (!is(op, OpCode::kVarHandle) || op.outputs().size() != 1) return -1;
  const int32_t t = op.outputs()[0];
  return t >= 0 && graph.tensor(static_cast<uint32_t>(t)).type() == DType::kResource ? t : -1;
}

// The graphs whose tensors have places, consecutively: the model's first, or all that IF and WHILE run.
// Graphs that never run have no places.
template <class Each>
Code in_each(const Model& model, uint32_t graphs, Each each) {
  uint32_t tensors = 0;
  for (uint32_t s = 0; s < graphs; ++s) {
    const SubgraphView graph = model.subgraph(s);
    const Code code = each(graph, tensors);
    NOOK_REQUIRE(code == Code::kOk, code);
    tensors += graph.tensor_count();
  }
  return Code::kOk;
}

// During the search, the place of a handle is the number of its variable, from 1.
class Finder {
 public:
  Finder(const Model& model, uint32_t graphs, uint32_t* places, nook_interpreter_fault* fault)
      : model_(model), graphs_(graphs), places_(places), fault_(fault) {}

  // Numbers the variables by name, and the handles that subgraphs receive.
  Code number() {
    Code code = in_each(model_, graphs_, [&](const SubgraphView& graph, uint32_t tensors) {
      Code named = Code::kOk;
      for (uint32_t i = 0; i < graph.operator_count() && named == Code::kOk; ++i)
        named = name(graph, i, places_ + tensors);
      return named;
    });
    // Handles pass from a subgraph to the subgraphs that it runs; each iteration reaches one level further.
    for (int turn = 0; turn < kMostPassed && code == Code::kOk && changed_; ++turn) {
      changed_ = false, passed_ = 0;
      code = in_each(model_, graphs_, [&](const SubgraphView& graph, uint32_t tensors) {
        Code given = Code::kOk;
        for (uint32_t i = 0; i < graph.operator_count() && given == Code::kOk; ++i)
          given = pass_on(graph, i, places_ + tensors);
        return given;
      });
    }
    return code;
  }

  // The bytes of a variable, from the tensors that operators read from it or assign to it.
  Code size_of_variable(uint32_t variable, size_t* bytes) {
    bool known = false;
    return in_each(model_, graphs_, [&](const SubgraphView& graph, uint32_t tensors) {
      for (uint32_t i = 0; i < graph.operator_count(); ++i) {
        const OperatorView op = graph.op(i);
        const int32_t value = value_of(op);
        if (value < 0) continue;
        const uint32_t place = places_[tensors + static_cast<uint32_t>(op.inputs()[0])];
        if (kind_of(place) == Place::kNowhere) continue;
        if (!is_handle(graph, op.inputs()[0]) || kind_of(place) != Place::kPersistent || where_of(place) == 0)
          return refuse_op(graph, i, Code::kBadModel, 1, 0, fault_);
        if (where_of(place) != variable) continue;
        TensorSize size;
        const Code code = size_of_tensor(model_, graph, value, &size, fault_);
        NOOK_REQUIRE(code == Code::kOk, code);
        if (known && size.bytes != *bytes)
          return refuse_op(graph, i, Code::kBadShape, *bytes, size.bytes, fault_);
        *bytes = size.bytes, known = true;
      }
      return Code::kOk;
    });
  }

  uint32_t count() const { return count_; }

 private:
  static constexpr int kMostPassed = 8;  // levels of subgraphs to which a handle may be passed

  Code name(const SubgraphView& graph, uint32_t i, uint32_t* places) {
    const int32_t t = handle_of(graph, i);
    if (t < 0 || kind_of(places[t]) != Place::kPersistent) return Code::kOk;
    uint32_t k = 0;
    while (k < count_ && !same_name(graph.op(i), named_[k])) ++k;
    if (k == kMostVariables) return refuse_op(graph, i, Code::kUnsupported, kMostVariables, k + 1, fault_);
    if (k == count_) named_[count_++] = graph.op(i);
    places[t] = placed(Place::kPersistent, k + 1);
    return Code::kOk;
  }

  // Makes `to` another name of the variable `from`, and of no other.
  Code pass(const SubgraphView& graph, uint32_t i, uint32_t from, uint32_t* to) {
    if (*to == from) return Code::kOk;
    if (kind_of(*to) != Place::kPersistent || where_of(*to) != 0)
      return refuse_op(graph, i, Code::kBadModel, 1, 0, fault_);
    *to = from, changed_ = true;
    return Code::kOk;
  }

  // Passes on the handles among the operands of an IF or a WHILE, which was prepared before; a WHILE returns
  // them.
  Code pass_on(const SubgraphView& graph, uint32_t i, uint32_t* places) {
    const OperatorView op = graph.op(i);
    const bool loop = is_while(op.code());
    const IndexList in = op.inputs();
    for (uint32_t k = 0; (loop || is_if(op.code())) && k < in.size(); ++k) {
      if (!is_handle(graph, in[k])) continue;
      const uint32_t from = places[in[k]];
      if (kind_of(from) != Place::kPersistent || where_of(from) == 0) continue;
      if (++passed_ > kMostHandles)
        return refuse_op(graph, i, Code::kUnsupported, kMostHandles, passed_, fault_);
      Code code = loop ? pass(graph, i, from, places + op.outputs()[k]) : Code::kOk;
      for (uint32_t which = 0; which < 2 && code == Code::kOk; ++which) {
        const SubgraphView callee = model_.subgraph(static_cast<uint32_t>(callee_of(op, which)));
        uint32_t* const there = places_ + tensors_before(static_cast<uint32_t>(callee_of(op, which)));
        code = pass(graph, i, from, there + callee.inputs()[loop ? k : k - 1]);
        if (loop && which == 1 && code == Code::kOk) code = pass(graph, i, from, there + callee.outputs()[k]);
      }
      NOOK_REQUIRE(code == Code::kOk, code);
    }
    return Code::kOk;
  }

  uint32_t tensors_before(uint32_t graph) const {
    uint32_t tensors = 0;
    for (uint32_t s = 0; s < graph; ++s) tensors += model_.subgraph(s).tensor_count();
    return tensors;
  }

  const Model& model_;
  const uint32_t graphs_;
  uint32_t* const places_;
  nook_interpreter_fault* const fault_;
  OperatorView named_[kMostVariables];  // the first VAR_HANDLE of each
  uint32_t count_ = 0, passed_ = 0;
  bool changed_ = true;
};

// The place of the variable that the VAR_HANDLE `of` names; an empty place if there is none.
uint32_t place_named(const Model& model, uint32_t graphs, const uint32_t* places, const OperatorView& of) {
  uint32_t found = placed(Place::kNowhere, 0);
  (void)in_each(model, graphs, [&](const SubgraphView& graph, uint32_t tensors) {
    for (uint32_t i = 0; i < graph.operator_count() && kind_of(found) == Place::kNowhere; ++i)
      if (handle_of(graph, i) >= 0 && same_name(graph.op(i), of))
        found = places[tensors + static_cast<uint32_t>(handle_of(graph, i))];
    return Code::kOk;
  });
  return found;
}

// Assigns the constant of operator `i` of the subgraph to a variable of the graphs.
Code assign(const Model& model, const SubgraphView& from, uint32_t i, uint32_t graphs, const uint32_t* places,
            uint8_t* persistent, nook_interpreter_fault* fault) {
  const OperatorView op = from.op(i);
  TensorInfo value;
  TensorFault why;
  if (!assigns(op) || op.inputs()[0] < 0 || op.inputs()[1] < 0)
    return refuse_op(from, i, Code::kUnsupported, 0, 0, fault);
  if (read_tensor(model, from.tensor(static_cast<uint32_t>(op.inputs()[1])), &value, &why) < 0)
    return refuse_tensor(fault, op.inputs()[1], why);
  if (!value.data) return refuse_op(from, i, Code::kUnsupported, 0, 0, fault);
  uint32_t place = placed(Place::kNowhere, 0);
  for (uint32_t k = 0; k < i && kind_of(place) == Place::kNowhere; ++k)
    if (handle_of(from, k) == op.inputs()[0]) place = place_named(model, graphs, places, from.op(k));
  if (kind_of(place) == Place::kNowhere) return Code::kOk;  // no operator reads it
  const size_t bytes = static_cast<size_t>(value.bytes());
  const Code fits = in_each(model, graphs, [&](const SubgraphView& graph, uint32_t tensors) {
    for (uint32_t k = 0; k < graph.operator_count(); ++k) {
      const OperatorView use = graph.op(k);
      if (value_of(use) < 0 || places[tensors + static_cast<uint32_t>(use.inputs()[0])] != place) continue;
      TensorSize size;
      const Code code = size_of_tensor(model, graph, value_of(use), &size, fault);
      NOOK_REQUIRE(code == Code::kOk, code);
      if (size.bytes != bytes) return refuse_op(from, i, Code::kBadShape, size.bytes, bytes, fault);
    }
    return Code::kOk;
  });
  if (persistent && fits == Code::kOk) memcpy(persistent + where_of(place), value.data, bytes);
  return fits;
}

// Whether a subgraph that an IF or a WHILE runs uses a variable.
bool uses_inside(const Model& model, uint32_t graphs, const uint32_t* places) {
  bool uses = false;
  (void)in_each(model, graphs, [&](const SubgraphView& graph, uint32_t tensors) {
    for (uint32_t i = 0; tensors > 0 && i < graph.operator_count(); ++i)
      uses |= value_of(graph.op(i)) >= 0 &&
              kind_of(places[tensors + static_cast<uint32_t>(graph.op(i).inputs()[0])]) == Place::kPersistent;
    return Code::kOk;
  });
  return uses;
}

// Whether an operator before operator i calls the same subgraph, which has then already run: it runs only
// once.
bool is_called_before(const SubgraphView& graph, uint32_t i, int32_t number) {
  for (uint32_t k = 0; k < i; ++k)
    if (is(graph.op(k), OpCode::kCallOnce) &&
        graph.op(k).options()[fields::CallOnceOptions::init_subgraph_index] == number)
      return true;
  return false;
}

Code set_first(const Model& model, uint32_t graphs, const uint32_t* places, uint8_t* persistent,
               nook_interpreter_fault* fault) {
  const SubgraphView graph = model.subgraph(0);
  bool begun = false;
  uint32_t left = kMostHandles;  // operators that may be examined, to bound the time
  for (uint32_t i = 0; i < graph.operator_count(); ++i) {
    const OperatorView op = graph.op(i);
    begun = begun || value_of(op) >= 0 || (is_control_flow(op.code()) && uses_inside(model, graphs, places));
    if (!is(op, OpCode::kCallOnce)) continue;
    const int32_t number = op.options()[fields::CallOnceOptions::init_subgraph_index];
    if (number <= 0 || static_cast<uint32_t>(number) >= model.subgraph_count())
      return refuse_op(graph, i, Code::kBadModel, model.subgraph_count(), static_cast<uint32_t>(number),
                       fault);
    const SubgraphView once = model.subgraph(static_cast<uint32_t>(number));
    // An operator before this one may have assigned to a variable, and that value would be lost.
    if (begun || once.operator_count() >= left)
      return refuse_op(graph, i, Code::kUnsupported, once.operator_count(), left, fault);
    left -= 1 + once.operator_count();
    if (is_called_before(graph, i, number)) continue;
    for (uint32_t k = 0; k < once.operator_count(); ++k) {
      if (is(once.op(k), OpCode::kVarHandle)) continue;
      const Code code = assign(model, once, k, graphs, places, persistent, fault);
      NOOK_REQUIRE(code == Code::kOk, code);
    }
  }
  return Code::kOk;
}

Code place(const Model& model, uint32_t graphs, uint32_t* places, Store& store,
           nook_interpreter_fault* fault) {
  constexpr uint32_t kUnused = UINT32_MAX;  // no operator reads or assigns it: it has no bytes
  uint32_t offsets[kMostVariables];
  for (uint32_t& offset : offsets) offset = kUnused;
  Finder finder(model, graphs, places, fault);
  Code code = finder.number();
  NOOK_REQUIRE(code == Code::kOk, code);
  // Even without variables, an operator on a tensor that is not a variable is refused.
  for (uint32_t v = 0; v == 0 || v < finder.count(); ++v) {
    size_t bytes = 0;
    code = finder.size_of_variable(v + 1, &bytes);
    NOOK_REQUIRE(code == Code::kOk, code);
    if (finder.count() == 0) break;  // nor anything to align
    if (bytes >= kPlaceLimit - store.used() - 8)
      return refuse(fault, NOOK_UNSUPPORTED, NOOK_ROLE_PERSISTENT, kPlaceLimit, store.used());
    if (bytes == 0) continue;
    (void)store.take(bytes, 8);
    offsets[v] = store.used() - static_cast<uint32_t>(bytes);
  }
  (void)in_each(model, graphs, [&](const SubgraphView& graph, uint32_t tensors) {
    for (uint32_t t = 0; t < graph.tensor_count(); ++t) {
      uint32_t& at = places[tensors + t];
      if (graph.tensor(t).type() != DType::kResource || kind_of(at) != Place::kPersistent) continue;
      const uint32_t offset = where_of(at) > 0 ? offsets[where_of(at) - 1] : kUnused;
      at = offset == kUnused ? placed(Place::kNowhere, 0) : placed(Place::kPersistent, offset);
    }
    return Code::kOk;
  });
  return set_first(model, graphs, places, store.start(), fault);
}

}  // namespace
}  // namespace nook::interp

extern "C" const nook_variables nook_resource_variables = {nook::interp::place, nook::interp::set_first};
