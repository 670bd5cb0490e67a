#include "nookc/study/quantize/widen_dense.h"

#include <algorithm>

#include "nook/ops/add/add_op.h"
#include "nook/ops/batch_matmul/batch_matmul_op.h"
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "nookc/study/quantize/recurrent.h"

namespace nookc {
namespace {

enum Operands : uint8_t { kData, kWeights, kBias };

// Whether the node is a dense layer of constants whose result has the dimensions of its data.
bool takes(const Graph& graph, const Node& node) {
  const auto* const dense = node.erased() ? nullptr : Graph::attrs<nook::FullyConnected>(node);
  if (!dense) return false;
  const bool has_bias = node.in.size() > kBias && node.in[kBias] != TensorId::kNone;
  const auto real = [&](TensorId t) {
    return graph[t].type == nook::DType::kF32 && graph[t].shape.elements() > 0;
  };
  const Tensor &x = graph[node.in[kData]], &w = graph[node.in[kWeights]], &y = graph[node.out[0]];
  if (!real(node.in[kData]) || !real(node.in[kWeights]) || !w.constant()) return false;
  if (has_bias ? !graph[node.in[kBias]].constant() : dense->activation != nook::Activation::kNone)
    return false;
  if (x.shape.rank < 2 || x.shape.rank != y.shape.rank || x.shape.back(0) != w.shape.back(0)) return false;
  for (int d = 0; d + 1 < x.shape.rank; ++d)
    if (x.shape.dim[d] != y.shape.dim[d]) return false;
  return true;
}

}  // namespace

int widen_dense(Graph& graph) {
  const bool recurrent = std::ranges::any_of(
      graph.nodes, [&](const Node& node) { return float_recurrent(graph, node).has_value(); });
  if (!recurrent || !graph.regions.empty()) return 0;
  int count = 0;
  std::vector<Node> nodes;
  for (Node& node : graph.nodes) {
    if (!takes(graph, node)) {
      nodes.push_back(std::move(node));
      continue;
    }
    const nook::Activation activation = Graph::attrs<nook::FullyConnected>(node)->activation;
    Node product = node;
    product.attrs = nook::BatchMatmul::Attrs{false, true};
    product.version = 1, product.in.resize(kBias);
    ++count;
    if (node.in.size() > kBias && node.in[kBias] != TensorId::kNone) {
      const TensorId made = graph.add(graph[node.out[0]].computed("_product"));
      product.out = {made}, product.source = -1;
      nook::Add::Attrs add;
      add.activation = activation;
      node.attrs = add, node.version = 1;
      node.in = {made, node.in[kBias]};
      nodes.push_back(std::move(product));
      nodes.push_back(std::move(node));
    } else {
      nodes.push_back(std::move(product));
    }
  }
  graph.nodes = std::move(nodes);
  return count;
}

}  // namespace nookc
