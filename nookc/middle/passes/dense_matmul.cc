#include "nookc/middle/passes/dense_matmul.h"

#include <algorithm>
#include <map>

#include "nook/ops/batch_matmul/batch_matmul_op.h"
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "nookc/core/invariant.h"
#include "nookc/graph/users.h"

namespace nookc {
namespace {

// Transposes a constant [depth][columns] to [columns][depth]; the result always has two dimensions.
Tensor as_weights(const Tensor& from, bool transposed) {
  const size_t rows = static_cast<size_t>(from.shape.back(1)),
               columns = static_cast<size_t>(from.shape.back(0)), size = from.data->size() / (rows * columns);
  Tensor to = from;
  to.shape = {{from.shape.back(1), from.shape.back(0)}, 2};
  to.channel_axis = 0;
  if (transposed) return to;
  to.shape = {{from.shape.back(0), from.shape.back(1)}, 2};
  auto bytes = std::make_shared<Bytes>(from.data->size());
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c)
      std::copy_n(&(*from.data)[(r * columns + c) * size], size, &(*bytes)[(c * rows + r) * size]);
  to.data = std::move(bytes);
  return to;
}

// Whether the node is a product with one constant matrix, all of this type.
bool is_dense(const Graph& graph, const Node& node, nook::DType type) {
  const auto* attrs = Graph::attrs<nook::BatchMatmul>(node);
  if (!attrs || attrs->adj_x) return false;
  const Tensor &a = graph[node.in[0]], &b = graph[node.in[1]], &y = graph[node.out[0]];
  if (!b.constant() || a.type != type || b.type != type || y.type != type || b.zero_point != 0) return false;
  if (b.shape.rank < 2 || b.shape.elements() == 0) return false;
  return b.shape.elements() / b.shape.back(0) == b.shape.back(1);  // a single matrix
}

void make_dense(const Graph& graph, Node& node, TensorId weights) {
  nook::FullyConnected::Attrs attrs;
  attrs.keep_num_dims = graph[node.in[0]].shape.rank == graph[node.out[0]].shape.rank;
  node.attrs = attrs;
  node.in[1] = weights;
}

}  // namespace

int dense_matmul(Graph& graph) {
  int dense = 0;
  for (Node& node : graph.nodes) {
    if (node.erased() || !is_dense(graph, node, nook::DType::kS8)) continue;
    const bool transposed = Graph::attrs<nook::BatchMatmul>(node)->adj_y;
    make_dense(graph, node, graph.add(as_weights(graph[node.in[1]], transposed)));
    invariant(graph[node.in[1]].constant(), "the weights of a dense layer are constant");
    ++dense;
  }
  return dense;
}

int dense_float_matmul(Graph& graph) {
  // Readers of each constant that can read a transposed one: it takes the place of the constant only if all
  // can.
  std::map<TensorId, int> willing;
  const auto turns = [&](const Node& node) {
    return !node.erased() && is_dense(graph, node, nook::DType::kF32) &&
           graph[node.in[0]].shape.rank == graph[node.out[0]].shape.rank;
  };
  for (const Node& node : graph.nodes)
    if (turns(node) && !Graph::attrs<nook::BatchMatmul>(node)->adj_y) ++willing[node.in[1]];
  const Users users(graph);
  std::map<TensorId, TensorId> transposed;
  int dense = 0;
  for (Node& node : graph.nodes) {
    if (!turns(node)) continue;
    const TensorId b = node.in[1];
    const bool kept = Graph::attrs<nook::BatchMatmul>(node)->adj_y;
    if (!kept && willing[b] != users.uses(b)) continue;
    const auto at = transposed.find(b);
    const TensorId weights = at != transposed.end() ? at->second : graph.add(as_weights(graph[b], kept));
    transposed.emplace(b, weights);
    make_dense(graph, node, weights);
    node.version = 1;
    ++dense;
  }
  return dense;
}

}  // namespace nookc
