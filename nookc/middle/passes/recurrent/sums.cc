#include "nookc/middle/passes/recurrent/sums.h"

#include <algorithm>

#include "nook/ops/strided_slice/strided_slice_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/hybrid_attrs.h"
#include "nookc/graph/integers.h"

namespace nookc {
namespace {

using nook::OpCode;

constexpr int kMostVisits = 32;  // operators of one gate

bool plain(const Node& node) {
  const nook::Activation* const fused = activation_of(node.attrs);
  return !fused || *fused == nook::Activation::kNone;
}

// The place along the last axis where result `t` of a node begins; -1: the node cuts another axis.
int32_t cut_of(const Graph& graph, const Node& node, TensorId t) {
  const nook::Shape &from = graph[node.in[op_row(node).signature.first(nook::Role::kData)]].shape,
                    &part = graph[t].shape;
  for (int32_t d = 0; d + 1 < from.rank; ++d)
    if (part.rank != from.rank || part.dim[d] != from.dim[d]) return -1;
  const OpCode code = op_code(node);
  if (code == OpCode::kSplit || code == OpCode::kSplitV) {
    const auto axis = integers_of(graph, node.in[code == OpCode::kSplit ? 0 : 2]);
    if (axis.size() != 1 || (axis[0] != -1 && axis[0] != from.rank - 1)) return -1;
    int32_t begin = 0;
    for (size_t i = 0; node.out[i] != t; ++i) begin += graph[node.out[i]].shape.back(0);
    return begin;
  }
  const std::vector<int64_t> begin = integers_of(graph, node.in[1]);
  if (begin.size() != static_cast<size_t>(from.rank)) return -1;
  bool masked = false;
  if (const auto* attrs = Graph::attrs<nook::StridedSlice>(node)) {
    const std::vector<int64_t> steps = integers_of(graph, node.in[3]);
    if (attrs->shrink_axis_mask || attrs->ellipsis_mask || attrs->new_axis_mask) return -1;
    if (steps.empty() || !std::ranges::all_of(steps, [](int64_t step) { return step == 1; })) return -1;
    masked = attrs->begin_mask >> (from.rank - 1) & 1;
  }
  const int64_t last = begin.back() < 0 ? begin.back() + from.back(0) : begin.back();
  const int64_t at = masked ? 0 : last;
  return at < 0 || at + part.back(0) > from.back(0) ? -1 : static_cast<int32_t>(at);
}

}  // namespace

bool renames(const Graph& graph, const Node& node) {
  if (node.erased()) return false;
  const bool same_type = graph[node.in[0]].type == graph[node.out[0]].type;
  return op_row(node).renames || (op_code(node) == OpCode::kCast && same_type);
}

int32_t joined_axis(const Graph& graph, const Node& node) {
  if (node.erased() || op_code(node) != OpCode::kConcatenation) return -1;
  const int32_t axis = *axis_of(node.attrs);
  return axis < 0 ? axis + graph[node.out[0]].shape.rank : axis;
}

const Node* CellReader::producer(TensorId t) {
  const Node* const node = users_->producer(t);
  if (!node || node->erased()) return nullptr;
  read_.insert(static_cast<size_t>(node - graph_->nodes.data()));
  return node;
}

const Node* CellReader::made_by(TensorId t, OpCode code) {
  const Node* const node = users_->producer(t);
  return node && !node->erased() && op_code(*node) == code && plain(*node) ? producer(t) : nullptr;
}

TensorId CellReader::root(TensorId t) {
  for (;;) {
    const Node* const node = users_->producer(t);
    if (!node || !renames(*graph_, *node)) return t;
    producer(t);
    t = node->in[0];
  }
}

bool CellReader::read_bias(TensorId t, int32_t from, int32_t cells, Sum* to) {
  const Tensor& vector = graph()[t];
  const int32_t length = vector.shape.elements();
  if (!vector.constant() || vector.type != nook::DType::kF32) return false;
  if (length != 1 && (length != vector.shape.back(0) || from + cells > length)) return false;
  to->biases.push_back({t, length == 1 ? 0 : from});
  return true;
}

// Products of parts that a CONCATENATION has joined, usually x and the hidden state.
bool CellReader::read_joined(const Node& join, const Product& whole, Sum* to) {
  int32_t column = 0;
  for (TensorId in : join.in) {
    if (in == TensorId::kNone) return false;
    const int32_t columns = graph()[in].shape.back(0);
    to->products.push_back(
        {root(in), {whole.part.matrix, whole.part.row, column, columns}, whole.asymmetric});
    column += columns;
  }
  return column == whole.part.columns;
}

bool CellReader::read_dense(const Node& node, int32_t from, int32_t cells, Sum* to, bool fused) {
  const Tensor& w = graph()[node.in[1]];
  if (!fused && !plain(node)) return false;
  const bool bytes = w.type == nook::DType::kS8 && w.scales.size() == 1 && w.zero_point == 0;
  if (!w.constant() || (w.type != nook::DType::kF32 && !bytes) || w.shape.rank != 2) return false;
  if (graph()[node.out[0]].shape.back(0) != w.shape.dim[0] || from + cells > w.shape.dim[0]) return false;
  if (node.in.size() > 2 && node.in[2] != TensorId::kNone && !read_bias(node.in[2], from, cells, to))
    return false;
  const bool asymmetric = bytes && *asymmetric_of(node.attrs);
  const Product whole = {root(node.in[0]), {node.in[1], from, 0, w.shape.dim[1]}, asymmetric};
  const Node* const join = users_->producer(whole.x);
  const nook::Shape& shape = graph()[whole.x].shape;
  if (join && shape.rank > 0 && joined_axis(graph(), *join) == shape.rank - 1 &&
      shape.back(0) == w.shape.dim[1])
    return !bytes && read_joined(*producer(whole.x), whole, to);
  to->products.push_back(whole);
  return true;
}

bool CellReader::read_part(const Node& node, TensorId t, int32_t from, int32_t cells, Sum* to) {
  const int32_t begin = cut_of(graph(), node, t);
  const TensorId whole = node.in[op_row(node).signature.first(nook::Role::kData)];
  return begin >= 0 && read_sum(whole, begin + from, cells, to);
}

bool CellReader::read_sum(TensorId t, int32_t from, int32_t cells, Sum* to, bool fused) {
  if (++to->visits > kMostVisits || graph()[t].type != nook::DType::kF32) return false;
  if (graph()[t].constant()) return read_bias(t, from, cells, to);
  const Node* const node = users_->producer(t);
  if (!node || node->erased()) return false;
  const int32_t elements = graph()[t].shape.elements();
  switch (op_code(*node)) {
    case OpCode::kAdd: {
      if (!fused && !plain(*node)) return false;
      producer(t);
      return std::ranges::all_of(node->in, [&](TensorId in) {
        const bool whole = graph()[in].constant() || graph()[in].shape.elements() == elements;
        return whole && read_sum(in, from, cells, to);
      });
    }
    case OpCode::kFullyConnected:
      return read_dense(*producer(t), from, cells, to, fused);
    case OpCode::kSplit:
    case OpCode::kSplitV:
    case OpCode::kSlice:
    case OpCode::kStridedSlice:
      return read_part(*producer(t), t, from, cells, to);
    default:
      break;
  }
  if (renames(graph(), *node)) {
    if (graph()[node->in[0]].shape.back(0) != graph()[t].shape.back(0)) return false;
    return read_sum(producer(t)->in[0], from, cells, to);
  }
  if (from != 0 || graph()[t].shape.back(0) != cells) return false;
  to->others.push_back(t);
  return true;
}

}  // namespace nookc
