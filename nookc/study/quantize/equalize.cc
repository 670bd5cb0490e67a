#include "nookc/study/quantize/equalize.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "nookc/graph/any_attrs.h"
#include "nookc/graph/users.h"
#include "nookc/study/quantize/weights.h"

namespace nookc {
namespace {

constexpr int kTurns = 20;
constexpr double kMostChange = 1e3;  // total change of one channel over all iterations
// Weights and biases beyond these could leave the range of floats.
constexpr double kLeast = 1e-30, kMost = 1e30;

// Weights by channel: the channel of an element is its index along `axis`.
struct Side {
  TensorId weights;
  size_t axis;
};

struct Pair {
  Side first, second;
  TensorId bias;  // bias of the first operator; kNone: it has none
  int32_t channels;
};

// The activation of operators whose weights can be scaled by channel; nothing for other operators.
std::optional<nook::Activation> activation_of(const Node& node) {
  using nook::OpCode;
  const OpCode code = op_code(node);
  const bool weighted =
      code == OpCode::kConv2D || code == OpCode::kDepthwiseConv2D || code == OpCode::kFullyConnected;
  if (node.erased() || !weighted) return std::nullopt;
  return *nookc::activation_of(node.attrs);
}

// The weights of a node by the channels that it writes, and by the channels that it reads.
Side made(const Node& node, const Weighted& w) {
  return {node.in[w.weights], static_cast<size_t>(w.rule->channel_axis)};
}
std::optional<Side> second_side(const Graph& graph, const Node& node, const Weighted& w) {
  const nook::Shape& shape = graph[node.in[w.weights]].shape;
  const Side side{node.in[w.weights], static_cast<size_t>(shape.rank - 1)};
  // Each channel needs its own weights: no groups, no depth multiplier, no image that is read as a vector.
  if (shape.back(0) != graph[node.in[w.data]].shape.back(0)) return std::nullopt;
  return side;
}

template <class Visit>
void each(const Tensor& t, size_t axis, Visit visit) {
  size_t inner = 1;
  for (size_t d = axis + 1; d < t.shape.rank; ++d) inner *= static_cast<size_t>(t.shape.dim[d]);
  const size_t channels = static_cast<size_t>(t.shape.dim[axis]);
  for (size_t i = 0; i < static_cast<size_t>(t.shape.elements()); ++i) visit(i, i / inner % channels);
}

std::vector<double> largest(const Graph& graph, const Side& side) {
  const Tensor& t = graph[side.weights];
  const std::vector<float> values = floats(t);
  std::vector<double> most(static_cast<size_t>(t.shape.dim[side.axis]), 0);
  each(t, side.axis,
       [&](size_t i, size_t c) { most[c] = std::max(most[c], std::abs(static_cast<double>(values[i]))); });
  return most;
}

void scale(Graph& graph, const Side& side, const std::vector<double>& by) {
  Tensor& t = graph[side.weights];
  std::vector<float> values = floats(t);
  each(t, side.axis, [&](size_t i, size_t c) { values[i] = static_cast<float>(values[i] * by[c]); });
  auto bytes = std::make_shared<Bytes>(t.data->size());
  std::memcpy(bytes->data(), values.data(), bytes->size());
  t.data = bytes;
}

std::vector<Pair> pairs(const Graph& graph) {
  std::vector<int> readers(graph.tensors.size(), 0);
  for (const Node& node : graph.nodes)
    for (TensorId t : node.in)
      if (!node.erased() && t != TensorId::kNone) ++readers[index(t)];
  for (TensorId t : graph.outputs) ++readers[index(t)];
  std::vector<Pair> all;
  for (const Node& first : graph.nodes) {
    const auto a = weighted(graph, first);
    const auto activation = activation_of(first);
    if (!a || !activation || readers[index(first.out[0])] != 1) continue;
    if (*activation != nook::Activation::kNone && *activation != nook::Activation::kRelu) continue;
    for (const Node& second : graph.nodes) {
      const auto b = weighted(graph, second);
      if (!b || !activation_of(second) || second.in[b->data] != first.out[0]) continue;
      const auto from = made(first, *a);
      const auto to = second_side(graph, second, *b);
      const bool alone =
          readers[index(first.in[a->weights])] == 1 && readers[index(second.in[b->weights])] == 1;
      const bool bias_alone = !a->has_bias || readers[index(first.in[a->bias])] == 1;
      // A computed bias would have to be scaled where it is computed, so it must be constant.
      const bool bias_known =
          a->has_bias || a->bias >= first.in.size() || first.in[a->bias] == TensorId::kNone;
      if (to && alone && bias_alone && bias_known)
        all.push_back({from, *to, a->has_bias ? first.in[a->bias] : TensorId::kNone,
                       graph[from.weights].shape.dim[from.axis]});
    }
  }
  return all;
}

}  // namespace

int equalize(Graph& graph) {
  if (!graph.regions.empty()) return 0;  // regions read tensors too
  const std::vector<Pair> all = pairs(graph);
  std::vector<std::vector<double>> changed;
  for (const Pair& pair : all) changed.emplace_back(static_cast<size_t>(pair.channels), 1.0);
  for (int turn = 0; turn < kTurns; ++turn) {
    for (size_t p = 0; p < all.size(); ++p) {
      const Pair& pair = all[p];
      const std::vector<double> a = largest(graph, pair.first), b = largest(graph, pair.second);
      const std::vector<double> bias =
          pair.bias == TensorId::kNone ? std::vector<double>() : largest(graph, {pair.bias, 0});
      std::vector<double> up(a.size(), 1.0), down(a.size(), 1.0);
      for (size_t c = 0; c < a.size(); ++c) {
        if (std::min(a[c], b[c]) < kLeast || std::max({a[c], b[c], c < bias.size() ? bias[c] : 0}) > kMost)
          continue;
        const double s = std::clamp(std::sqrt(a[c] / b[c]) * changed[p][c], 1 / kMostChange, kMostChange);
        up[c] = s / changed[p][c], down[c] = 1 / up[c];
        changed[p][c] = s;
      }
      scale(graph, pair.first, down);
      scale(graph, pair.second, up);
      if (pair.bias != TensorId::kNone) scale(graph, {pair.bias, 0}, down);
    }
  }
  return static_cast<int>(all.size());
}

}  // namespace nookc
