#include "nookc/front/import/infer_results.h"

#include <algorithm>
#include <cstring>

#include "nookc/front/shapes/infer.h"
#include "nookc/middle/passes/evaluate.h"

namespace nookc::importing {
namespace {

// Exporters compute shapes with a few operators on a few numbers; weights are not computed here.
constexpr int32_t kMostFolded = 4096;  // bytes

void set_shape(Import& d, TensorId t, const nook::Shape& shape) {
  if (d.graph[t].shape == shape) return;
  d.graph[t].shape = shape;
  d.changed = true;
}

void keep(Import& d, TensorId t, Bytes bytes) {
  d.graph[t].data = std::make_shared<const Bytes>(std::move(bytes));
}

// The result of SHAPE depends on a shape only.
bool fold_shape(Import& d, const Node& node) {
  if (op_code(node) != nook::OpCode::kShape) return false;
  const nook::Shape& x = d.graph[node.in[0]].shape;
  const Tensor& y = d.graph[node.out[0]];
  const bool wide = y.type == nook::DType::kS64;
  if (!wide && y.type != nook::DType::kS32) return false;
  Bytes bytes(static_cast<size_t>(x.rank) * (wide ? 8 : 4));
  for (size_t i = 0; i < x.rank; ++i) {
    const int64_t dim = x.dim[i];  // little-endian
    const size_t size = wide ? 8 : 4;
    std::memcpy(&bytes[i * size], &dim, size);
  }
  keep(d, node.out[0], std::move(bytes));
  return true;
}

bool fold(Import& d, const Node& node) {
  if (node.in.empty() || has_state(d.graph, node)) return false;
  int64_t bytes = 0;
  for (const TensorId t : node.out) {
    if (is_result(d, t)) return false;
    bytes += d.graph[t].bytes();
  }
  if (fold_shape(d, node)) return true;
  std::vector<const void*> in;
  for (const TensorId t : node.in) {
    if (t != TensorId::kNone && !d.graph[t].constant()) return false;
    bytes += t == TensorId::kNone ? 0 : d.graph[t].bytes();
    in.push_back(t == TensorId::kNone ? nullptr : d.graph[t].data->data());
  }
  if (bytes > kMostFolded) return false;
  std::vector<Bytes> results = evaluate(d.graph, node, in);
  for (size_t i = 0; i < results.size(); ++i) keep(d, node.out[i], std::move(results[i]));
  return !results.empty();
}

}  // namespace

bool is_result(const Import& d, TensorId t) { return d.here.number == 0 && d.results.contains(t); }

void adopt_shape(Import& d, TensorId from, TensorId to) {
  const Tensor &a = d.graph[from], &b = d.graph[to];
  if (d.infers && a.type == b.type && !b.constant() && !b.variable && !broken(d, from))
    set_shape(d, to, a.shape);
}

bool settle_results(Import& d, const Node& node, const nook::OperatorView& op) {
  if (!d.infers && !d.doubts) return false;
  const shapes::Answer answer = shapes::infer(d.graph, node, op.options());
  bool as_recorded = answer.size() == node.out.size();
  for (size_t k = 0; k < std::min(answer.size(), node.out.size()); ++k) {
    Tensor& t = d.graph[node.out[k]];
    const auto shape = shapes::shape_of(answer[k], t.type);
    as_recorded &= shape && *shape == t.shape;
    if (d.infers && shape && !t.variable) set_shape(d, node.out[k], *shape);
  }
  if (d.doubts && !as_recorded) d.doubts->push_back(d.graph.nodes.size());
  return d.infers && fold(d, node);
}

}  // namespace nookc::importing
