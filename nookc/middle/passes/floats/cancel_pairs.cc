#include "nookc/middle/passes/floats/cancel_pairs.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "nookc/graph/users.h"

namespace nookc {
namespace {

using Order = std::vector<int32_t>;

// The permutation of a TRANSPOSE with a constant order.
std::optional<Order> order_of(const Graph& graph, const Node& node) {
  if (node.erased() || op_code(node) != nook::OpCode::kTranspose || node.in.size() != 2) return {};
  const Tensor& p = graph[node.in[1]];
  if (!p.constant() || p.type != nook::DType::kS32) return {};
  Order order(p.data->size() / sizeof(int32_t));
  std::memcpy(order.data(), p.data->data(), order.size() * sizeof(int32_t));
  const auto rank = static_cast<int32_t>(order.size());
  for (int32_t& axis : order) {
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank) return {};
  }
  return order;
}

bool is_identity(const Order& order) {
  for (size_t i = 0; i < order.size(); ++i)
    if (order[i] != static_cast<int32_t>(i)) return false;
  return true;
}

Tensor order_tensor(const Tensor& like, const Order& order) {
  Tensor t = like;
  t.name += "/merged", t.source = -1;
  auto bytes = std::make_shared<Bytes>(order.size() * sizeof(int32_t));
  std::memcpy(bytes->data(), order.data(), bytes->size());
  t.data = std::move(bytes);
  return t;
}

struct Pairs {
  Graph& graph;
  Users users;
  int changes = 0;
};

// The node that makes the first operand of `node`, unless it does so elsewhere.
Node* before(const Pairs& d, const Node& node) {
  Node* const first = d.users.producer(node.in[0]);
  return first && first->unit == node.unit && first->out.size() == 1 && !d.graph[first->in[0]].variable
             ? first
             : nullptr;
}

// `second` undoes what `first` does to x.
bool cancel(Pairs& d, Node& first, Node& second) {
  const TensorId x = first.in[0], t = first.out[0], y = second.out[0];
  if (d.graph.is_output(y) || d.graph[y].variable || d.graph[x].shape != d.graph[y].shape) return false;
  if (!d.graph.same_quantization(x, y)) return false;
  d.users.read_instead(y, x);
  d.users.erase(second);
  if (d.users.uses(t) == 0) d.users.erase(first);
  ++d.changes;
  return true;
}

void visit(Pairs& d, Node& second) {
  const std::optional<Order> q = order_of(d.graph, second);
  const bool quantizes = !second.erased() && op_code(second) == nook::OpCode::kQuantize;
  if (!q && !quantizes) return;
  Node* const first = before(d, second);
  if (!first) return;
  if (quantizes) {
    if (op_code(*first) == nook::OpCode::kDequantize && d.graph[first->in[0]].scales.size() == 1)
      cancel(d, *first, second);
    return;
  }
  const std::optional<Order> p = order_of(d.graph, *first);
  if (!p || p->size() != q->size()) return;
  Order both(*q);
  for (int32_t& axis : both) axis = (*p)[static_cast<size_t>(axis)];
  if (is_identity(both) && cancel(d, *first, second)) return;
  if (d.users.uses(first->out[0]) != 1) return;
  d.users.read(second, 1, d.users.add(order_tensor(d.graph[second.in[1]], both)));
  d.users.read(second, 0, first->in[0]);
  if (first->source >= 0) second.folded.push_back(first->source);
  d.users.erase(*first);
  ++d.changes;
}

}  // namespace

int cancel_pairs(Graph& graph) {
  Pairs d{graph, Users(graph)};
  for (Node& node : graph.nodes) visit(d, node);
  return d.changes;
}

}  // namespace nookc
