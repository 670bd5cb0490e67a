#include "nookc/front/import/tensor_lists.h"

#include <algorithm>
#include <compare>
#include <string_view>

#include "nook/ops/contract/control_flow.h"
#include "nook/ops/dynamic_update_slice/dynamic_update_slice_op.h"
#include "nook/ops/fill/fill_op.h"
#include "nook/ops/gather/gather_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nookc/core/dtype.h"
#include "nookc/core/model_size.h"
#include "nookc/core/text.h"
#include "nookc/front/import/operator_writer.h"

namespace nookc::importing {
namespace {

struct Reader;
void read_reserve(Reader& r);
void read_from_tensor(Reader& r);
void read_set_item(Reader& r);
void read_get_item(Reader& r);
void read_length(Reader& r);
void read_stack(Reader& r);

struct ListOpRow {
  std::string_view name;
  void (*read)(Reader&);
  size_t operands;
  bool takes_list, makes_list;  // operand 0, the result
};
constexpr ListOpRow kListOps[] = {
    {"TensorListReserve", read_reserve, 2, false, true},
    {"TensorListFromTensor", read_from_tensor, 2, false, true},
    {"TensorListSetItem", read_set_item, 3, true, true},
    {"TensorListGetItem", read_get_item, 3, true, false},
    {"TensorListLength", read_length, 1, true, false},
    {"TensorListStack", read_stack, 2, true, false},
};

// Null: the operator is of another kind.
const ListOpRow* list_op(const nook::OperatorView& op) {
  if (op.code() != static_cast<int32_t>(nook::OpCode::kCustom)) return nullptr;
  const std::string text = model_text(op.custom_code());
  std::string_view name = text;
  if (name.starts_with("Flex")) name.remove_prefix(4);
  const auto* const row = std::ranges::find(kListOps, name, &ListOpRow::name);
  return row == std::end(kListOps) ? nullptr : row;
}

// A tensor of a subgraph, by its index there.
struct Place {
  uint32_t subgraph = 0;
  int32_t tensor = -1;

  auto operator<=>(const Place&) const = default;
};

// Follows a list through the operators of one subgraph: the element that one of them writes or reads, and the
// lists in loops that this one becomes.
std::optional<Place> element_here(const nook::Model& model, const Place& list, std::vector<Place>& next) {
  const nook::SubgraphView view = model.subgraph(list.subgraph);
  for (uint32_t i = 0; i < view.operator_count(); ++i) {
    const nook::OperatorView op = view.op(i);
    const nook::IndexList in = op.inputs(), out = op.outputs();
    const ListOpRow* const row = list_op(op);
    const bool reads = row && in.size() == row->operands && out.size() == 1 && in[0] == list.tensor;
    if (reads && row->read == read_set_item) return Place{list.subgraph, in[2]};
    if (reads && row->read == read_get_item) return Place{list.subgraph, out[0]};
    const int32_t body = nook::is_while(op.code()) ? nook::callee_of(op, 1) : -1;
    if (body < 0 || static_cast<uint32_t>(body) >= model.subgraph_count()) continue;
    const nook::IndexList inside = model.subgraph(static_cast<uint32_t>(body)).inputs();
    for (uint32_t k = 0; k < std::min(in.size(), inside.size()); ++k) {
      if (in[k] != list.tensor) continue;
      next.push_back({static_cast<uint32_t>(body), inside[k]});
      if (k < out.size()) next.push_back({list.subgraph, out[k]});
    }
  }
  return {};
}

// A list is followed through this many names at most.
constexpr size_t kMostNames = 64;

// The recorded type and shape of a list's elements. Nothing: no operator writes or reads one.
std::optional<nook::TensorInfo> element_of(const Import& d, const Place& list) {
  std::set<Place> seen;
  std::vector<Place> open = {list};
  while (!open.empty() && seen.size() < kMostNames) {
    const Place at = open.back();
    open.pop_back();
    if (!seen.insert(at).second) continue;
    const std::optional<Place> element = element_here(d.model, at, open);
    if (!element || element->tensor < 0) continue;
    const nook::SubgraphView view = d.model.subgraph(element->subgraph);
    nook::TensorInfo info;
    nook::ModelFault fault;
    if (nook::read_tensor(d.model, view.tensor(static_cast<uint32_t>(element->tensor)), &info, &fault))
      return info;
  }
  return {};
}

std::string shape_text(const nook::Shape& shape) {
  std::string text = "[";
  for (size_t k = 0; k < shape.rank; ++k) text += (k ? ", " : "") + std::to_string(shape.dim[k]);
  return text + "]";
}

// A list operator being read.
struct Reader {
  Import& d;
  const nook::OperatorView& op;
  const Node& node;
  std::string at;
  OperatorWriter to;

  Tensor& operand(size_t k) { return d.graph[node.in[k]]; }
  Tensor& result() { return d.graph[node.out[0]]; }
  void refuse(const std::string& why) const { refuse_control(d, at, why); }

  void make(nook::DType type, const nook::Shape& shape) {
    result().type = type, result().shape = shape;
    d.faults.erase(node.out[0]);
  }
};

// The shape of one element, with a dimension of 1 for its place in the list.
nook::Shape one_of(nook::Shape list) {
  list.dim[0] = 1;
  return list;
}

// Notes a problem unless operand 0 is a list whose form is known.
bool is_known_list(Reader& r) {
  const Tensor& list = r.operand(0);
  const bool known = list.type != nook::DType::kVariant && list.shape.rank > 0 && list.shape.dim[0] > 0;
  if (!known)
    r.refuse("the form of the list '" + first_name(list.name) + "' is not known: no operator makes it");
  return known;
}

// The most bytes in a list, per byte of the file: this bounds the memory that a file can demand.
constexpr int64_t kMostBytes = 256;

void read_reserve(Reader& r) {
  const Tensor& count = r.operand(1);
  const Number n = count.shape.elements() == 1 ? number_at(r.d.graph, r.d.makers, r.node.in[1], 0)
                                               : Number{r.node.in[1], 0, 0};
  if (!n.constant()) return r.refuse("the number of elements of its list is computed when the model runs");
  const auto element = element_of(r.d, {r.d.here.number, r.op.outputs()[0]});
  if (!element)
    return r.refuse("no operator writes or reads an element of its list, so the shape of one is not known");
  if (nook::size_of(element->type) == 0 || !element->scales.empty() || element->shape.rank == nook::kMaxRank)
    return r.refuse("elements of its list have type " + dtype_name(element->type) + " and shape " +
                    shape_text(element->shape) + "; need numbers without quantization, of at most " +
                    std::to_string(nook::kMaxRank - 1) + " dimensions");
  const int64_t size = int64_t{element->shape.elements()} * nook::size_of(element->type);
  const int64_t most = std::min<int64_t>(INT32_MAX, kMostBytes * static_cast<int64_t>(r.d.bytes.size()));
  if (n.plus < 1 || size < 1 || n.plus > most / size)
    return r.refuse("its list has " + std::to_string(n.plus) + " elements of " + std::to_string(size) +
                    " bytes; need 1 to " + std::to_string(most) + " bytes in all");
  nook::Shape shape{{static_cast<int32_t>(n.plus)}, static_cast<uint8_t>(element->shape.rank + 1)};
  std::copy_n(element->shape.dim, element->shape.rank, shape.dim + 1);
  r.make(element->type, shape);
  const TensorId zero = r.to.fresh(element->type, {});
  r.d.graph[zero].data = std::make_shared<const Bytes>(static_cast<size_t>(nook::size_of(element->type)));
  r.to.emit(nook::Fill::Attrs{}, {r.to.ints(Ints(shape.dim, shape.dim + shape.rank)), zero}, r.node.out[0]);
}

// The place of an element, as a vector of one index per dimension of the list. Nothing: a problem was noted.
std::optional<TensorId> place_in(Reader& r, const nook::Shape& list) {
  const Tensor& index = r.operand(1);
  if (index.type != nook::DType::kS32 || index.shape.elements() != 1) {
    r.refuse("the index must be one int32, have " + shape_text(index.shape) + " of " +
             dtype_name(index.type));
    return {};
  }
  const Number n = number_at(r.d.graph, r.d.makers, r.node.in[1], 0);
  if (n.constant() && (n.plus < 0 || n.plus >= list.dim[0])) {
    r.refuse("index " + std::to_string(n.plus) + " is outside of the list of " + std::to_string(list.dim[0]));
    return {};
  }
  return r.to.place(n, list.rank, 0);
}

void read_set_item(Reader& r) {
  const nook::Shape list = r.operand(0).shape;
  const nook::DType type = r.operand(0).type;
  const TensorId item = r.node.in[2];
  const nook::Shape one = one_of(list);
  const Tensor& t = r.d.graph[item];
  if (t.type != type || t.shape.elements() != one.elements() || !t.scales.empty())
    return r.refuse("the element must have " + std::to_string(one.elements()) + " numbers of " +
                    dtype_name(type) + " without quantization, as the list has them; have " +
                    shape_text(t.shape) + " of " + dtype_name(t.type));
  const auto at = place_in(r, list);
  if (!at) return;
  const TensorId part = r.to.emit(nook::Reshape::Attrs{}, {item}, r.to.fresh(type, one));
  r.make(type, list);
  r.to.emit(nook::DynamicUpdateSlice::Attrs{}, {r.node.in[0], part, *at}, r.node.out[0]);
}

bool has_type(Reader& r, nook::DType type) {
  if (r.result().type == type && !r.result().variable) return true;
  r.refuse("its result must be of " + dtype_name(type) + ", have " + dtype_name(r.result().type));
  return false;
}

void read_get_item(Reader& r) {
  const nook::Shape list = r.operand(0).shape;
  const nook::DType type = r.operand(0).type;
  const Tensor& index = r.operand(1);
  if (index.type != nook::DType::kS32 || index.shape.elements() != 1)
    return r.refuse("the index must be one int32");
  if (!has_type(r, type)) return;
  const TensorId at =
      r.to.emit(nook::Reshape::Attrs{}, {r.node.in[1]}, r.to.like(r.node.in[1], OperatorWriter::vector(1)));
  const TensorId part = r.to.emit(nook::Gather::Attrs{}, {r.node.in[0], at}, r.to.fresh(type, one_of(list)));
  nook::Shape shape{{}, static_cast<uint8_t>(list.rank - 1)};
  std::copy_n(list.dim + 1, list.rank - 1, shape.dim);
  r.result().shape = shape;
  r.to.emit(nook::Reshape::Attrs{}, {part}, r.node.out[0]);
}

void read_from_tensor(Reader& r) {
  const Tensor& x = r.operand(0);
  if (nook::size_of(x.type) == 0 || x.shape.rank == 0 || !x.scales.empty())
    return r.refuse(
        "its operand must be a tensor of numbers without quantization, with a dimension for the elements");
  r.make(x.type, x.shape);
  r.to.emit(nook::Reshape::Attrs{}, {r.node.in[0]}, r.node.out[0]);
}

void read_stack(Reader& r) {
  if (!has_type(r, r.operand(0).type)) return;
  r.result().shape = r.operand(0).shape;
  r.to.emit(nook::Reshape::Attrs{}, {r.node.in[0]}, r.node.out[0]);
}

void read_length(Reader& r) {
  if (!has_type(r, nook::DType::kS32)) return;
  const TensorId count = r.to.ints({r.operand(0).shape.dim[0]});
  r.result().shape = {};
  r.to.emit(nook::Reshape::Attrs{}, {count}, r.node.out[0]);
}

}  // namespace

void adopt_list(Import& d, TensorId from, TensorId to) {
  if (from == TensorId::kNone || to == TensorId::kNone || d.graph[to].type != nook::DType::kVariant) return;
  if (d.reported.contains(from)) d.reported.insert(to);
  if (broken(d, from) || d.graph[from].type == nook::DType::kVariant) return;
  d.graph[to].type = d.graph[from].type, d.graph[to].shape = d.graph[from].shape;
  d.faults.erase(to);
}

bool read_list_operator(Import& d, uint32_t i, const nook::OperatorView& op, const Node& node) {
  const ListOpRow* const row = list_op(op);
  if (!row) return false;
  const auto at = [&] { return where(d, i, op); };
  const bool counted = node.in.size() == row->operands && node.out.size() == 1 &&
                       std::ranges::find(node.in, TensorId::kNone) == node.in.end() &&
                       node.out[0] != TensorId::kNone;
  if (!counted) {
    d.diags.push_back({Exit::kUnsupported, "N3007", at(),
                       "need " + std::to_string(row->operands) + " operands and 1 result", kDamaged});
    return true;
  }
  const bool is_list = d.graph[node.out[0]].type == nook::DType::kVariant;
  if (row->makes_list && !is_list) {
    refuse_control(d, at(), "its result must be a list of type variant");
    return true;
  }
  Node others = node;
  if (row->makes_list) others.out.clear();
  if (!check_operands(d, others, at)) {
    d.reported.insert(node.out[0]);
    return true;
  }
  if (d.graph[node.out[0]].constant()) {
    refuse_control(d, at(), "its result is a constant");
    return true;
  }
  Reader r{d, op, node, at(), OperatorWriter(d, d.graph[node.out[0]].name)};
  if (row->takes_list && !is_known_list(r)) return true;
  row->read(r);
  if (d.graph[node.out[0]].type == nook::DType::kVariant) d.reported.insert(node.out[0]);
  d.rewritten = true;
  return true;
}

}  // namespace nookc::importing
