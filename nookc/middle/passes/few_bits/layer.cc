#include "nookc/middle/passes/few_bits/layer.h"

#include <algorithm>

#include "nook/ops/prepare/window.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/evaluate.h"
#include "nookc/middle/passes/floats/affine.h"

namespace nookc::bits {
namespace {

constexpr int64_t kMostSum = 1 << 24;    // floats hold integers up to here exactly
constexpr int32_t kMostDepth = 1 << 15;  // NOOK_FEW_BITS takes this depth with any number of bits

bool is_float(const Tensor& t) { return t.type == nook::DType::kF32 && t.shape.elements() > 0; }

// Sets one axis: the padding before, and whether a window reaches beyond the image.
bool set_axis(const nook::Window& window, nook::PadMode mode, int32_t before, int32_t after, int32_t out,
              int32_t* pad, bool* padded) {
  const auto placed = nook::place(window, mode, before, after);
  if (!placed || placed->out != out) return false;
  *pad = placed->before;
  const int64_t end =
      int64_t{out - 1} * window.stride - placed->before + int64_t{window.filter - 1} * window.dilation + 1;
  *padded |= placed->before > 0 || end > window.in;
  return true;
}

bool set_windows(const Tensor& x, const Tensor& y, const nook::ConvolutionAttrs& conv, FloatLayer* layer) {
  if (x.shape.rank != 4 || y.shape.rank != 4) return false;
  nook::FewBits::Attrs& a = layer->window;
  const nook::Padding& pad = conv.padding;
  a.stride_h = conv.stride_h, a.stride_w = conv.stride_w;
  a.dilation_h = a.filter_h > 1 ? conv.dilation_h : 1, a.dilation_w = a.filter_w > 1 ? conv.dilation_w : 1;
  layer->dense = false;
  return set_axis({x.shape.dim[1], a.filter_h, a.stride_h, a.dilation_h}, pad.mode, pad.top, pad.bottom,
                  y.shape.dim[1], &a.pad_top, &layer->padded) &&
         set_axis({x.shape.dim[2], a.filter_w, a.stride_w, a.dilation_w}, pad.mode, pad.left, pad.right,
                  y.shape.dim[2], &a.pad_left, &layer->padded);
}

// The weights of a depthwise convolution, [1][h][w][channels], as [channels][h * w].
std::vector<float> by_channel(const std::vector<float>& w, size_t channels) {
  std::vector<float> turned(w.size());
  const size_t taps = w.size() / channels;
  for (size_t i = 0; i < w.size(); ++i) turned[i % channels * taps + i / channels] = w[i];
  return turned;
}

std::vector<float> constant_floats(const Graph& graph, const Users& users, TensorId t) {
  const Node* const maker = users.producer(t);
  if (!maker) return floats_of(graph[t]);
  if (op_code(*maker) != nook::OpCode::kDequantize || !graph[maker->in[0]].constant() || !is_float(graph[t]))
    return {};
  const std::vector<Bytes> made = evaluate(graph, *maker, {graph[maker->in[0]].data->data()});
  if (made.empty() || made[0].size() != static_cast<size_t>(graph[t].bytes())) return {};
  Tensor floats = graph[t];
  floats.data = std::make_shared<const Bytes>(made[0]);
  return floats_of(floats);
}

bool set_weights(const Graph& graph, const Users& users, Node& node, FloatLayer* layer) {
  const Tensor &x = graph[node.in[0]], &w = graph[node.in[1]], &y = graph[node.out[0]];
  std::vector<float> numbers = constant_floats(graph, users, node.in[1]);
  if (numbers.empty()) return false;
  const nook::ConvolutionAttrs* const conv = convolution_of(node.attrs);
  if (!conv) return w.shape.rank == 2 && few_weights(numbers, w.shape.dim[0], &layer->weights);
  if (w.shape.rank != 4 || conv->narrow) return false;
  layer->window.filter_h = w.shape.dim[1], layer->window.filter_w = w.shape.dim[2];
  const bool depthwise = op_code(node) == nook::OpCode::kDepthwiseConv2D;
  const int32_t channels = w.shape.dim[depthwise ? 3 : 0], filter_c = depthwise ? 1 : w.shape.dim[3];
  if (x.shape.back(0) % filter_c != 0) return false;
  layer->window.groups = x.shape.back(0) / filter_c;
  if (channels % layer->window.groups != 0) return false;
  if (depthwise) numbers = by_channel(numbers, static_cast<size_t>(channels));
  return set_windows(x, y, *conv, layer) && few_weights(numbers, channels, &layer->weights);
}

bool is_layer(const Node& node) {
  if (node.erased()) return false;
  const nook::OpCode code = op_code(node);
  return code == nook::OpCode::kFullyConnected || code == nook::OpCode::kConv2D ||
         code == nook::OpCode::kDepthwiseConv2D;
}

}  // namespace

std::optional<FloatLayer> float_layer(Graph& graph, const Users& users, size_t n) {
  Node& node = graph.nodes[n];
  if (!is_layer(node) || node.in.size() < 2 || node.in[1] == TensorId::kNone) return {};
  if (!is_float(graph[node.in[0]]) || !is_float(graph[node.out[0]])) return {};
  FloatLayer layer;
  if (const nook::Activation* fused = activation_of(node.attrs)) layer.activation = *fused;
  if (!nook::is_clamp(layer.activation)) return {};
  if (node.in.size() > 2 && node.in[2] != TensorId::kNone) {
    layer.bias = floats_of(graph[node.in[2]]);
    if (layer.bias.empty()) return {};
  }
  if (!set_weights(graph, users, node, &layer)) return {};
  const FewWeights& w = layer.weights;
  const auto channels = static_cast<size_t>(w.channels);
  if (w.depth < 1 || w.depth > kMostDepth || graph[node.out[0]].shape.back(0) != w.channels) return {};
  if (!layer.bias.empty() && layer.bias.size() != channels) return {};
  return layer;
}

bool bound_sums(const FloatLayer& layer, const LevelRange& x, std::vector<int64_t>* least,
                std::vector<int64_t>* most) {
  const FewWeights& w = layer.weights;
  const int64_t outside = layer.padded ? 0 : x.first;  // a level, or the zeros outside the image
  least->assign(static_cast<size_t>(w.channels), 0), *most = *least;
  for (size_t i = 0; i < w.values.size(); ++i) {
    const int64_t v = w.values[i];
    const auto [low, high] = std::minmax({v * x.first, v * x.last(), v * outside});
    const size_t c = i / static_cast<size_t>(w.depth);
    (*least)[c] += low, (*most)[c] += high;
  }
  for (size_t c = 0; c < least->size(); ++c)
    if ((*least)[c] < -kMostSum || (*most)[c] > kMostSum) return false;
  return true;
}

}  // namespace nookc::bits
