#include "nookc/middle/passes/floats/fold_affine.h"

#include <algorithm>

#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/floats/affine.h"

namespace nookc {
namespace {

// A layer with constant float weights.
struct Layer {
  Node& node;
  size_t data, weights, bias;  // operands
  std::vector<float> w, b;
  size_t outputs = 0, inputs = 0;  // channels; inputs 0: groups, whose weights are not for one channel each

  bool depthwise() const { return op_code(node) == nook::OpCode::kDepthwiseConv2D; }
  size_t output_of(size_t i) const { return depthwise() ? i % outputs : i / (w.size() / outputs); }
  size_t input_of(size_t i) const { return depthwise() ? i % outputs / (outputs / inputs) : i % inputs; }
};

bool is_layer(const Node& node) {
  using enum nook::OpCode;
  static constexpr nook::OpCode kLayers[] = {kConv2D, kDepthwiseConv2D, kTransposeConv, kFullyConnected};
  return !node.erased() && std::ranges::find(kLayers, op_code(node)) != std::end(kLayers);
}

std::optional<Layer> layer_of(const Graph& graph, Node& node) {
  if (!is_layer(node) || node.out.size() != 1) return {};
  const nook::Signature& signature = op_row(node).signature;
  Layer l{node,
          signature.first(nook::Role::kData),
          signature.first(nook::Role::kWeights),
          signature.first(nook::Role::kBias),
          {},
          {}};
  if (l.bias == nook::kMostOperands) return {};
  const Tensor &x = graph[node.in[l.data]], &w = graph[node.in[l.weights]], &y = graph[node.out[0]];
  if (x.type != nook::DType::kF32 || y.type != nook::DType::kF32 || y.shape.rank == 0 || x.shape.rank == 0)
    return {};
  l.w = floats_of(w);
  if (l.w.empty() || w.shape.rank < 2) return {};
  l.outputs = static_cast<size_t>(y.shape.back(0));
  if (l.outputs == 0 || l.w.size() % l.outputs != 0) return {};
  const auto channels = static_cast<size_t>(x.shape.back(0)), last = static_cast<size_t>(w.shape.back(0));
  l.inputs = l.depthwise() ? (channels > 0 && l.outputs % channels == 0 ? channels : 0)
                           : (last == channels ? channels : 0);
  const bool biased = l.bias < node.in.size() && node.in[l.bias] != TensorId::kNone;
  l.b = biased ? floats_of(graph[node.in[l.bias]]) : std::vector<float>(l.outputs, 0.0f);
  if (l.b.size() != l.outputs) return {};
  return l;
}

// Whether every output adds the same number of inputs of each channel: no padding takes the place of some.
bool sums_whole_windows(const Node& node, const Tensor& w) {
  if (op_code(node) == nook::OpCode::kFullyConnected) return true;
  Attrs attrs = node.attrs;
  const nook::ConvolutionAttrs* const options = convolution_of(attrs);
  if (!options) return false;
  const nook::Padding& padding = options->padding;
  if (padding.mode == nook::PadMode::kValid) return true;
  if (padding.mode == nook::PadMode::kSame) return w.shape.back(1) == 1 && w.shape.back(2) == 1;
  return padding.top == 0 && padding.bottom == 0 && padding.left == 0 && padding.right == 0;
}

// Gives the layer other weights and biases; false: a number would not be finite, or others read the weights.
bool rewrite(Graph& graph, Users& users, const Layer& l, std::span<const double> w,
             std::span<const double> b) {
  const bool scaled =
      !std::ranges::equal(w, l.w, [](double x, float y) { return x == static_cast<double>(y); });
  const TensorId weights = l.node.in[l.weights];
  if (!all_finite(w) || !all_finite(b) || (scaled && users.uses(weights) > 1)) return false;
  if (scaled)
    users.read(l.node, l.weights, users.add(float_constant(graph[weights], graph[weights].shape, w)));
  const nook::Shape shape{{static_cast<int32_t>(l.outputs)}, 1};
  users.read(l.node, l.bias, users.add(float_constant(graph[l.node.out[0]], shape, b)));
  return true;
}

// One operator after a layer.
bool fold_after(Graph& graph, Users& users, Node& node) {
  const std::optional<ChannelMap> affine = affine_of(graph, node);
  Node* const before = affine && users.uses(affine->x) == 1 ? users.producer(affine->x) : nullptr;
  if (!before || graph.is_output(affine->x) || before->unit != node.unit) return false;
  const std::optional<Layer> l = layer_of(graph, *before);
  nook::Activation* const fused = l ? activation_of(before->attrs) : nullptr;
  const nook::Activation* const last = activation_of(node.attrs);
  if (!l || affine->m.size() != l->outputs || !last) return false;
  if (fused ? *fused != nook::Activation::kNone : *last != nook::Activation::kNone) return false;
  std::vector<double> w(l->w.begin(), l->w.end()), b(l->b.begin(), l->b.end());
  for (size_t i = 0; i < w.size(); ++i) w[i] *= affine->m[l->output_of(i)];
  for (size_t o = 0; o < b.size(); ++o) b[o] = b[o] * affine->m[o] + affine->a[o];
  if (!rewrite(graph, users, *l, w, b)) return false;
  if (fused) *fused = *last;
  if (node.source >= 0) before->folded.push_back(node.source);
  const TensorId y = node.out[0];
  users.erase(node);
  users.make(*before, y);
  return true;
}

// One operator before a layer.
bool fold_before(Graph& graph, Users& users, Node& node) {
  const std::optional<Layer> l = layer_of(graph, node);
  if (!l || l->inputs == 0) return false;
  const TensorId x = node.in[l->data];
  Node* const before = users.uses(x) == 1 ? users.producer(x) : nullptr;
  if (!before || graph.is_output(x) || before->unit != node.unit) return false;
  const std::optional<ChannelMap> affine = affine_of(graph, *before);
  const nook::Activation* const between = activation_of(before->attrs);
  if (!affine || affine->m.size() != l->inputs || !between || *between != nook::Activation::kNone)
    return false;
  if (affine->shifts() && !sums_whole_windows(node, graph[node.in[l->weights]])) return false;
  std::vector<double> w(l->w.begin(), l->w.end()), b(l->b.begin(), l->b.end());
  for (size_t i = 0; i < w.size(); ++i) {
    const size_t channel = l->input_of(i);
    b[l->output_of(i)] += w[i] * affine->a[channel];
    w[i] *= affine->m[channel];
  }
  if (!rewrite(graph, users, *l, w, b)) return false;
  users.read(node, l->data, affine->x);
  if (before->source >= 0) node.folded.push_back(before->source);
  users.erase(*before);
  return true;
}

}  // namespace

int fold_affine(Graph& graph) {
  Users users(graph);
  int folded = 0;
  for (Node& node : graph.nodes) folded += fold_after(graph, users, node);
  for (Node& node : graph.nodes)
    while (!node.erased() && fold_before(graph, users, node)) ++folded;
  return folded;
}

}  // namespace nookc
