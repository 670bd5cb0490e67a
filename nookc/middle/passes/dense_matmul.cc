#include "nookc/middle/passes/dense_matmul.h"

#include "nook/ops/batch_matmul/batch_matmul_op.h"
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "nookc/core/invariant.h"

namespace nookc {
namespace {

// Transposes a constant [depth][columns] to [columns][depth]; the result always has two dimensions.
Tensor as_weights(const Tensor& from, bool transposed) {
  const size_t rows = static_cast<size_t>(from.shape.back(1)),
               columns = static_cast<size_t>(from.shape.back(0));
  Tensor to = from;
  to.shape = {{from.shape.back(1), from.shape.back(0)}, 2};
  to.channel_axis = 0;
  if (transposed) return to;
  to.shape = {{from.shape.back(0), from.shape.back(1)}, 2};
  auto bytes = std::make_shared<Bytes>(from.data->size());
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c) (*bytes)[c * rows + r] = (*from.data)[r * columns + c];
  to.data = std::move(bytes);
  return to;
}

bool is_dense(const Graph& graph, const Node& node) {
  const auto* attrs = Graph::attrs<nook::BatchMatmul>(node);
  if (!attrs || attrs->adj_x) return false;
  const Tensor &a = graph[node.in[0]], &b = graph[node.in[1]];
  if (!b.constant() || a.type != nook::DType::kS8 || b.type != a.type || b.zero_point != 0) return false;
  if (b.shape.rank < 2 || b.shape.elements() == 0) return false;
  return b.shape.elements() / b.shape.back(0) == b.shape.back(1);  // a single matrix
}

}  // namespace

int dense_matmul(Graph& graph) {
  int dense = 0;
  for (Node& node : graph.nodes) {
    if (node.erased() || !is_dense(graph, node)) continue;
    const bool transposed = Graph::attrs<nook::BatchMatmul>(node)->adj_y;
    nook::FullyConnected::Attrs attrs;
    attrs.keep_num_dims = graph[node.in[0]].shape.rank == graph[node.out[0]].shape.rank;
    node.attrs = attrs;
    node.in[1] = graph.add(as_weights(graph[node.in[1]], transposed));
    invariant(graph[node.in[1]].constant(), "the weights of a dense layer are constant");
    ++dense;
  }
  return dense;
}

}  // namespace nookc
