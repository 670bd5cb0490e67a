#include "nookc/middle/passes/few_bits/straight_through.h"

#include "nookc/graph/any_attrs.h"
#include "nookc/graph/users.h"

namespace nookc {
namespace {

// A sum or difference of two floats without an activation.
bool is_plain(const Graph& graph, const Node& node, nook::OpCode code) {
  const nook::Activation* const fused = activation_of(node.attrs);
  return op_code(node) == code && (!fused || *fused == nook::Activation::kNone) && node.in.size() == 2 &&
         graph[node.out[0]].type == nook::DType::kF32;
}

bool is_negative_of(const Users& users, TensorId t, TensorId x) {
  const Node* const maker = users.producer(t);
  return maker && op_code(*maker) == nook::OpCode::kNeg && maker->in[0] == x;
}

// q if `t` is q - x; else none.
TensorId less(const Graph& graph, const Users& users, TensorId t, TensorId x) {
  const Node* const maker = users.producer(t);
  if (!maker) return TensorId::kNone;
  if (is_plain(graph, *maker, nook::OpCode::kSub) && maker->in[1] == x) return maker->in[0];
  for (size_t at = 0; at < 2; ++at)
    if (is_plain(graph, *maker, nook::OpCode::kAdd) && is_negative_of(users, maker->in[at], x))
      return maker->in[1 - at];
  return TensorId::kNone;
}

}  // namespace

int straight_through(Graph& graph) {
  if (!graph.regions.empty()) return 0;
  Users users(graph);
  int count = 0;
  for (Node& node : graph.nodes) {
    if (node.erased() || !is_plain(graph, node, nook::OpCode::kAdd)) continue;
    for (size_t at = 0; at < 2; ++at) {
      const TensorId y = node.out[0], x = node.in[at], q = less(graph, users, node.in[1 - at], x);
      if (q == TensorId::kNone || graph.is_output(y) || !(graph[q].shape == graph[y].shape)) continue;
      if (graph[y].variable || graph[q].variable) continue;  // read or stored at this place, not at another
      users.read_instead(y, q);
      users.erase(node);
      ++count;
      break;
    }
  }
  return count;
}

}  // namespace nookc
