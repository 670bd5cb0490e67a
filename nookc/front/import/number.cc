#include "nookc/front/import/number.h"

#include <algorithm>
#include <cstring>

#include "nook/ops/contract/op_code.h"
#include "nook/ops/pack/pack_op.h"
#include "nook/ops/sub/sub_op.h"

namespace nookc::importing {
namespace {

using nook::OpCode;

constexpr int kMostSteps = 64;               // a hostile file could chain any number of operators
constexpr int64_t kMost = int64_t{1} << 40;  // no bound of a tensor is near, and sums of 64 fit

bool is_integer(const Tensor& t) { return t.type == nook::DType::kS32 || t.type == nook::DType::kS64; }

std::optional<int64_t> constant_at(const Tensor& t, int32_t element) {
  if (!t.constant() || !is_integer(t) || element < 0 || element >= t.shape.elements()) return {};
  const auto at = static_cast<size_t>(element);
  int64_t wide = 0;
  int32_t narrow = 0;
  if (t.type == nook::DType::kS64) {
    std::memcpy(&wide, &(*t.data)[at * sizeof wide], sizeof wide);
    return std::clamp(wide, -kMost, kMost);
  }
  std::memcpy(&narrow, &(*t.data)[at * sizeof narrow], sizeof narrow);
  return narrow;
}

// Where an element comes from; kNone: it is computed here.
struct Source {
  TensorId tensor = TensorId::kNone;
  int32_t element = 0;
  int64_t plus = 0;
};

Source from_joined(const Graph& graph, const Node& node, int32_t element) {
  if (graph[node.out[0]].shape.rank != 1) return {};
  for (const TensorId t : node.in) {
    if (t == TensorId::kNone) return {};
    const int32_t count = graph[t].shape.elements();
    if (element < count) return {t, element};
    element -= count;
  }
  return {};
}

Source from_packed(const Graph& graph, const Node& node, int32_t element) {
  const auto at = static_cast<size_t>(element);
  if (at >= node.in.size() || node.in[at] == TensorId::kNone || graph[node.in[at]].shape.elements() != 1)
    return {};
  return {node.in[at], 0};
}

// A sum with a constant.
Source from_sum(const Graph& graph, const Node& node, int32_t element, int sign) {
  for (const size_t k : {size_t{1}, size_t{0}}) {
    if (k == 0 && sign < 0) break;
    const Tensor &added = graph[node.in[k]], &other = graph[node.in[1 - k]];
    const auto plus = constant_at(added, added.shape.elements() == 1 ? 0 : element);
    if (plus) return {node.in[1 - k], other.shape.elements() == 1 ? 0 : element, sign * *plus};
  }
  return {};
}

Source source_of(const Graph& graph, const Node& node, int32_t element) {
  switch (op_code(node)) {
    case OpCode::kReshape:
    case OpCode::kSqueeze:
    case OpCode::kExpandDims:
    case OpCode::kCast:
      return {node.in[0], element};
    case OpCode::kConcatenation:
      return from_joined(graph, node, element);
    case OpCode::kPack:
      return from_packed(graph, node, element);
    case OpCode::kAdd:
      return from_sum(graph, node, element, 1);
    case OpCode::kSub:
      return from_sum(graph, node, element, -1);
    default:
      return {};
  }
}

}  // namespace

std::optional<Number> operator+(const Number& a, const Number& b) {
  if (!a.constant() && !b.constant()) return {};
  const Number& computed = a.constant() ? b : a;
  return Number{computed.base, computed.element, a.plus + b.plus};
}

std::optional<int64_t> difference(const Number& a, const Number& b) {
  if (a.base != b.base || a.element != b.element) return {};
  return a.plus - b.plus;
}

const Node* Makers::of(const Graph& graph, TensorId t) {
  for (; scanned_ < graph.nodes.size(); ++scanned_)
    for (const TensorId made : graph.nodes[scanned_].out) made_.try_emplace(made, scanned_);
  const auto found = made_.find(t);
  return found == made_.end() ? nullptr : &graph.nodes[found->second];
}

Number number_at(const Graph& graph, Makers& makers, TensorId t, int32_t element) {
  Number number{t, element, 0};
  for (int step = 0; step < kMostSteps; ++step) {
    if (const auto known = constant_at(graph[number.base], number.element))
      return {TensorId::kNone, 0, number.plus + *known};
    const Node* const node = makers.of(graph, number.base);
    if (!node || graph[number.base].variable) break;
    const Source source = source_of(graph, *node, number.element);
    if (source.tensor == TensorId::kNone || !is_integer(graph[source.tensor])) break;
    number = {source.tensor, source.element, number.plus + source.plus};
  }
  return number;
}

}  // namespace nookc::importing
