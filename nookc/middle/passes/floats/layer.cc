#include "nookc/middle/passes/floats/layer.h"

#include <algorithm>

#include "nook/ops/batch_matmul/batch_matmul_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/floats/affine.h"

namespace nookc {
namespace {

bool is_depthwise(const Node& node) { return op_code(node) == nook::OpCode::kDepthwiseConv2D; }

bool has_bias(const Node& node) {
  using enum nook::OpCode;
  static constexpr nook::OpCode kLayers[] = {kConv2D, kDepthwiseConv2D, kTransposeConv, kFullyConnected};
  return std::ranges::find(kLayers, op_code(node)) != std::end(kLayers);
}

size_t channels_of(const Tensor& t) { return static_cast<size_t>(t.shape.back(0)); }

bool are_floats(const Tensor& x, const Tensor& y) {
  return x.type == nook::DType::kF32 && y.type == nook::DType::kF32 && x.shape.rank > 0 && y.shape.rank > 0;
}

// A product of matrices, one of which is constant.
std::optional<Layer> product_of(const Graph& graph, Node& node) {
  const auto& attrs = *Graph::attrs<nook::BatchMatmul>(node);
  const bool first = graph[node.in[0]].constant();
  Layer l{node, first ? 1u : 0u, first ? 0u : 1u, Layer::kNoBias, {}, {}};
  const Tensor &x = graph[node.in[l.data]], &w = graph[node.in[l.weights]], &y = graph[node.out[0]];
  if (x.constant() || w.shape.rank < 2 || !are_floats(x, y)) return {};
  l.w = floats_of(w);
  l.outputs = channels_of(y), l.last = channels_of(w);
  l.all_outputs = first;
  if (!first && !attrs.adj_x) l.inputs = channels_of(x);
  l.b.resize(l.outputs);
  if (l.w.empty() || l.outputs == 0) return {};
  return l;
}

}  // namespace

size_t Layer::output_of(size_t weight) const {
  if (is_depthwise(node)) return weight % outputs;
  const auto* const product = Graph::attrs<nook::BatchMatmul>(node);
  if (!product) return weight / (w.size() / outputs);
  if (all_outputs) return 0;
  return product->adj_y ? weight / last % outputs : weight % outputs;
}

size_t Layer::input_of(size_t weight) const {
  if (is_depthwise(node)) return weight % outputs / (outputs / inputs);
  const auto* const product = Graph::attrs<nook::BatchMatmul>(node);
  return product && !product->adj_y ? weight / last % inputs : weight % inputs;
}

std::optional<Layer> layer_of(const Graph& graph, Node& node) {
  if (node.erased() || node.out.size() != 1) return {};
  if (op_code(node) == nook::OpCode::kBatchMatmul) return product_of(graph, node);
  if (!has_bias(node)) return {};
  const nook::Signature& signature = op_row(node).signature;
  Layer l{node,
          signature.first(nook::Role::kData),
          signature.first(nook::Role::kWeights),
          signature.first(nook::Role::kBias),
          {},
          {}};
  const Tensor &x = graph[node.in[l.data]], &w = graph[node.in[l.weights]], &y = graph[node.out[0]];
  if (!are_floats(x, y)) return {};
  l.w = floats_of(w);
  if (l.w.empty() || w.shape.rank < 2) return {};
  l.outputs = channels_of(y);
  if (l.outputs == 0 || l.w.size() % l.outputs != 0) return {};
  const size_t channels = channels_of(x), last = channels_of(w);
  l.inputs = is_depthwise(node) ? (channels > 0 && l.outputs % channels == 0 ? channels : 0)
                                : (last == channels ? channels : 0);
  const bool biased = l.bias < node.in.size() && node.in[l.bias] != TensorId::kNone;
  l.b = biased ? floats_of(graph[node.in[l.bias]]) : std::vector<float>(l.outputs, 0.0f);
  if (l.b.size() != l.outputs) return {};
  return l;
}

bool sums_whole_windows(const Layer& layer, const Tensor& w) {
  if (op_code(layer.node) == nook::OpCode::kFullyConnected) return true;
  Attrs attrs = layer.node.attrs;
  const nook::ConvolutionAttrs* const options = convolution_of(attrs);
  if (!options) return false;
  const nook::Padding& padding = options->padding;
  if (padding.mode == nook::PadMode::kValid) return true;
  if (padding.mode == nook::PadMode::kSame) return w.shape.back(1) == 1 && w.shape.back(2) == 1;
  return padding.top == 0 && padding.bottom == 0 && padding.left == 0 && padding.right == 0;
}

bool rewrite(Graph& graph, Users& users, const Layer& l, std::span<const double> w,
             std::span<const double> b) {
  const auto changes = [](std::span<const double> to, const std::vector<float>& from) {
    return !std::ranges::equal(to, from, [](double x, float y) { return x == static_cast<double>(y); });
  };
  const bool scaled = changes(w, l.w);
  const TensorId weights = l.node.in[l.weights];
  if (!all_finite(w) || !all_finite(b) || (scaled && users.uses(weights) > 1)) return false;
  if (l.bias == Layer::kNoBias && changes(b, l.b)) return false;
  if (scaled) {
    Tensor changed = float_constant(graph[weights], graph[weights].shape, w);
    changed.placement = graph[weights].placement;
    users.read(l.node, l.weights, users.add(std::move(changed)));
  }
  if (l.bias == Layer::kNoBias) return true;
  Tensor biases = float_constant(graph[l.node.out[0]], {{static_cast<int32_t>(l.outputs)}, 1}, b);
  const bool biased = l.bias < l.node.in.size() && l.node.in[l.bias] != TensorId::kNone;
  if (biased) biases.placement = graph[l.node.in[l.bias]].placement;
  users.read(l.node, l.bias, users.add(std::move(biases)));
  return true;
}

}  // namespace nookc
