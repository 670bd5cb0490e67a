#include "nookc/middle/passes/few_bits.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>

#include "nook/core/quantize.h"
#include "nook/ops/dequantize/dequantize_op.h"
#include "nook/ops/few_bits/few_bits_op.h"
#include "nook/ops/levels/levels_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/drop_dead.h"
#include "nookc/middle/passes/few_bits_chain.h"
#include "nookc/middle/passes/floats/affine.h"

namespace nookc {
namespace {

using bits::Chain;
using bits::FewWeights;
using bits::Levels;

// Sums of integers that floats hold exactly.
constexpr int64_t kMostSum = 1 << 24;
constexpr int32_t kMostDepth = 1 << 15;  // NOOK_FEW_BITS takes this depth with any number of bits

template <class T>
Tensor constant_of(const std::string& name, nook::DType type, std::vector<int32_t> dims,
                   const std::vector<T>& values) {
  Tensor t;
  t.name = name, t.type = type;
  t.shape.rank = static_cast<uint8_t>(dims.size());
  std::ranges::copy(dims, t.shape.dim);
  Bytes bytes(values.size() * sizeof(T));
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  t.data = std::make_shared<const Bytes>(std::move(bytes));
  return t;
}

// A tensor of int8 levels that stands for a tensor of floats.
struct Coded {
  TensorId tensor = TensorId::kNone;
  bits::LevelRange range;
  double scale = 1;
};

// A dense layer that can be computed in integers.
struct Layer {
  size_t node;
  Coded x;
  FewWeights weights;
  std::vector<float> bias;  // empty: none
  nook::Activation activation = nook::Activation::kNone;
  std::vector<int64_t> least, most;  // the sums of each channel
  bool given = false;                // its result is int8: an operator later in the graph computes it

  double scale(size_t c) const { return x.scale * weights.steps[c]; }
};

class FewBitsPass {
 public:
  explicit FewBitsPass(Graph& graph) : graph_(graph), users_(graph) {}

  int run() {
    for (size_t n = 0; n < graph_.nodes.size(); ++n)
      if (std::optional<Layer> layer = read_layer(n)) layers_[graph_.nodes[n].out[0]] = *std::move(layer);
    int count = 0;
    for (auto& [t, layer] : layers_) {
      if (!layer.given && layer.activation == nook::Activation::kNone) give_floats(layer);
      count += layer.given;
    }
    if (count > 0) rebuild();
    return count;
  }

 private:
  std::optional<Layer> read_layer(size_t n);
  bool read_operands(const Node& node, Layer* layer);
  const Coded* coded(TensorId t);
  bool code(TensorId t, Coded* made);
  bool code_layer(const Chain& chain, Layer& layer, Coded* made);
  bool code_floats(const Chain& chain, Coded* made);
  TensorId levels_tensor(TensorId like, const Levels& levels);
  void finish(const Chain& chain, Node node, TensorId levels);
  Node layer_node(const Layer& layer, const bits::Stored& stored);
  void give_floats(Layer& layer);
  TensorId reshaped(TensorId from, const nook::Shape& shape, size_t place);
  void rebuild();

  Graph& graph_;
  Users users_;                                     // before the first change of the graph
  std::map<TensorId, Layer> layers_;                // by their result
  std::map<TensorId, std::optional<Coded>> coded_;  // tensors that were asked for; none: it has no levels
  std::map<size_t, std::vector<Node>> instead_;     // the nodes that replace a node
};

bool FewBitsPass::read_operands(const Node& node, Layer* layer) {
  const Tensor &x = graph_[node.in[0]], &y = graph_[node.out[0]];
  const TensorId w = node.in.size() > 1 ? node.in[1] : TensorId::kNone;
  if (x.type != nook::DType::kF32 || y.type != nook::DType::kF32 || w == TensorId::kNone) return false;
  if (!graph_[w].constant() || graph_[w].shape.rank != 2 || graph_[w].shape.back(0) > kMostDepth)
    return false;
  if (graph_[w].type != nook::DType::kF32) return false;
  if (x.shape.elements() == 0 || y.shape.rank == 0 || y.shape.back(0) != graph_[w].shape.dim[0]) return false;
  if (const nook::Activation* fused = activation_of(node.attrs)) layer->activation = *fused;
  if (!nook::is_clamp(layer->activation)) return false;
  if (node.in.size() > 2 && node.in[2] != TensorId::kNone) {
    layer->bias = floats_of(graph_[node.in[2]]);
    if (layer->bias.empty()) return false;
  }
  return bits::few_weights(floats_of(graph_[w]), graph_[w].shape.dim[0], &layer->weights);
}

std::optional<Layer> FewBitsPass::read_layer(size_t n) {
  const Node& node = graph_.nodes[n];
  if (node.erased() || op_code(node) != nook::OpCode::kFullyConnected) return std::nullopt;
  Layer layer;
  layer.node = n;
  if (!read_operands(node, &layer)) return std::nullopt;
  const Coded* const x = coded(node.in[0]);
  if (!x) return std::nullopt;
  layer.x = *x;
  const FewWeights& w = layer.weights;
  for (int32_t c = 0; c < w.channels; ++c) {
    int64_t least = 0, most = 0;
    for (int32_t i = 0; i < w.depth; ++i) {
      const int64_t v = w.values[static_cast<size_t>(c * w.depth + i)];
      const int64_t a = v * x->range.first, b = v * x->range.last();
      least += std::min(a, b), most += std::max(a, b);
    }
    if (least < -kMostSum || most > kMostSum) return std::nullopt;
    layer.least.push_back(least), layer.most.push_back(most);
  }
  return layer;
}

const Coded* FewBitsPass::coded(TensorId t) {
  auto at = coded_.find(t);
  if (at == coded_.end()) {
    Coded made;
    const bool some = code(t, &made);
    at = coded_.emplace(t, some ? std::optional(made) : std::nullopt).first;
  }
  return at->second ? &*at->second : nullptr;
}

bool FewBitsPass::code(TensorId t, Coded* made) {
  const Node* const maker = users_.producer(t);
  if (maker && Graph::attrs<nook::Reshape>(*maker)) {
    const Coded* const from = coded(maker->in[0]);
    if (!from) return false;
    *made = *from;
    made->tensor = reshaped(from->tensor, graph_[t].shape, static_cast<size_t>(maker - graph_.nodes.data()));
    return true;
  }
  const Chain chain = bits::chain_to(graph_, users_, t);
  if (chain.nodes.empty()) return false;
  const auto layer = layers_.find(chain.from);
  const bool alone = users_.uses(chain.from) == 1 && !graph_.is_output(chain.from);
  return layer != layers_.end() && alone ? code_layer(chain, layer->second, made) : code_floats(chain, made);
}

TensorId FewBitsPass::reshaped(TensorId from, const nook::Shape& shape, size_t place) {
  if (graph_[from].shape == shape) return from;
  Tensor to = graph_[from];
  to.name += "_reshaped", to.shape = shape;
  std::vector<int32_t> dims(shape.dim, shape.dim + shape.rank);
  Node node;
  node.attrs = reshape();
  const TensorId sizes = graph_.add(
      constant_of(to.name + "_shape", nook::DType::kS32, {static_cast<int32_t>(dims.size())}, dims));
  node.in = {from, sizes}, node.out = {graph_.add(std::move(to))};
  if (!instead_.contains(place)) instead_[place] = {graph_.nodes[place]};
  instead_[place].insert(instead_[place].begin(), node);
  return node.out[0];
}

TensorId FewBitsPass::levels_tensor(TensorId like, const Levels& levels) {
  Tensor t;
  t.name = graph_[like].name + "_levels";
  t.type = nook::DType::kS8, t.shape = graph_[like].shape;
  t.scales = {static_cast<float>(levels.scale)};
  return graph_.add(std::move(t));
}

// Puts a node, and the conversion of its levels to floats for other readers, in place of the end of a chain.
void FewBitsPass::finish(const Chain& chain, Node node, TensorId levels) {
  Node dequantize;
  dequantize.attrs = nook::Dequantize::Attrs{};
  dequantize.in = {levels}, dequantize.out = {chain.to};
  auto& nodes = instead_[chain.nodes.back()];
  nodes.push_back(std::move(node)), nodes.push_back(std::move(dequantize));
}

bool FewBitsPass::code_floats(const Chain& chain, Coded* made) {
  if (graph_[chain.from].constant()) return false;
  const auto place = [](float v) {
    uint32_t bits;
    std::memcpy(&bits, &v, sizeof bits);
    return int64_t{nook_levels_place(bits)};
  };
  const auto number = [](int64_t at, int32_t) {
    const auto word = static_cast<uint32_t>(at);
    const uint32_t bits = at < 0 ? word ^ 0x7fffffffu : word;
    float v;
    std::memcpy(&v, &bits, sizeof v);
    return v;
  };
  constexpr float kMost = 1e30f;
  const auto channels = static_cast<size_t>(chain.channels);
  const bits::Inputs in{chain.channels, number, std::vector<int64_t>(channels, place(-kMost)),
                        std::vector<int64_t>(channels, place(kMost))};
  Levels levels;
  if (!levels_of(graph_, chain, in, &levels) || std::ranges::count(levels.falls, true) > 0) return false;
  std::vector<int32_t> marks;
  for (const auto& of_channel : levels.marks)
    for (const int64_t mark :
         of_channel)  // what all of these numbers reach, smaller ones and infinities reach too
      marks.push_back(mark == place(-kMost) ? INT32_MIN : static_cast<int32_t>(mark));
  Node node;
  node.attrs = nook::Levels::Attrs{levels.range.first, levels.range.step};
  const TensorId of_marks = graph_.add(constant_of(graph_[chain.to].name + "_marks", nook::DType::kS32,
                                                   {chain.channels, levels.range.count}, marks));
  *made = {levels_tensor(chain.to, levels), levels.range, levels.scale};
  node.in = {chain.from, of_marks}, node.out = {made->tensor};
  finish(chain, std::move(node), made->tensor);
  return true;
}

// Turns the signs of a channel's weights, so that its chain rises.
void turn(Layer& layer, size_t c) {
  const auto depth = static_cast<size_t>(layer.weights.depth);
  for (size_t i = 0; i < depth; ++i) layer.weights.values[c * depth + i] *= -1;
  layer.weights.steps[c] *= -1;
  const int64_t least = layer.least[c];
  layer.least[c] = -layer.most[c], layer.most[c] = -least;
}

bits::Inputs sums_of(const Layer& layer) {
  const nook::RangeF32 range = nook::activation_range_f32(layer.activation, INFINITY);
  const auto number = [&layer, range](int64_t sum, int32_t c) {
    const auto at = static_cast<size_t>(c);
    float v = static_cast<float>(sum) * static_cast<float>(layer.scale(at));
    if (!layer.bias.empty()) v += layer.bias[at];
    return std::clamp(v, range.min, range.max);
  };
  return {layer.weights.channels, number, layer.least, layer.most};
}

bool FewBitsPass::code_layer(const Chain& chain, Layer& layer, Coded* made) {
  Levels levels;
  if (!levels_of(graph_, chain, sums_of(layer), &levels)) return false;
  bool turned = false;
  for (size_t c = 0; c < levels.falls.size(); ++c)
    if (levels.falls[c]) turn(layer, c), turned = true;
  if (turned) {
    levels = {};
    if (!levels_of(graph_, chain, sums_of(layer), &levels)) return false;
  }
  const bits::Stored stored = bits::store(layer.weights, layer.x.range);
  std::vector<int32_t> marks;
  for (size_t c = 0; c < levels.marks.size(); ++c)
    for (const int64_t mark : levels.marks[c]) marks.push_back(static_cast<int32_t>(mark) - stored.less[c]);
  const auto [low, high] = std::ranges::minmax(marks);
  const std::vector<int32_t> dims = {layer.weights.channels, levels.range.count};
  const std::string name = graph_[chain.to].name + "_marks";
  const TensorId of_marks = low >= INT16_MIN && high <= INT16_MAX
                                ? graph_.add(constant_of(name, nook::DType::kS16, dims,
                                                         std::vector<int16_t>(marks.begin(), marks.end())))
                                : graph_.add(constant_of(name, nook::DType::kS32, dims, marks));
  Node node = layer_node(layer, stored);
  auto* const attrs = Graph::attrs<nook::FewBits>(node);
  attrs->first = levels.range.first, attrs->step = levels.range.step;
  *made = {levels_tensor(chain.to, levels), levels.range, levels.scale};
  node.in.push_back(of_marks), node.out = {made->tensor};
  finish(chain, std::move(node), made->tensor);
  layer.given = true;
  return true;
}

// The operator without its marks and its result.
Node FewBitsPass::layer_node(const Layer& layer, const bits::Stored& stored) {
  const Tensor& y = graph_[graph_.nodes[layer.node].out[0]];
  nook::Shape shape = y.shape;
  shape.dim[shape.rank - 1] = layer.weights.depth;
  nook::FewBits::Attrs a;
  a.layout = stored.layout, a.x_bits = stored.x_bits, a.w_bits = stored.w_bits;
  a.x_low = stored.x_low, a.x_shift = stored.x_shift, a.both = stored.both, a.ones = stored.ones;
  Tensor w = constant_of(graph_[graph_.nodes[layer.node].in[1]].name + "_bits", nook::DType::kS8,
                         {layer.weights.channels, stored.row}, stored.bytes);
  const bool same = graph_[layer.x.tensor].shape == shape;
  Node node;
  node.attrs = a;
  node.in = {same ? layer.x.tensor : reshaped(layer.x.tensor, shape, layer.node)};
  node.in.push_back(graph_.add(std::move(w)));
  return node;
}

void FewBitsPass::give_floats(Layer& layer) {
  const bits::Stored stored = bits::store(layer.weights, layer.x.range);
  const TensorId y = graph_.nodes[layer.node].out[0];
  std::vector<float> scales;
  for (size_t c = 0; c < layer.weights.steps.size(); ++c) {
    scales.push_back(static_cast<float>(layer.scale(c)));
    scales.push_back(layer.bias.empty() ? 0 : layer.bias[c]);
  }
  Node node = layer_node(layer, stored);
  node.in.push_back(graph_.add(
      constant_of(graph_[y].name + "_scales", nook::DType::kF32, {layer.weights.channels, 2}, scales)));
  if (std::ranges::any_of(stored.less, [](int32_t v) { return v != 0; }))
    node.in.push_back(graph_.add(
        constant_of(graph_[y].name + "_add", nook::DType::kS32, {layer.weights.channels}, stored.less)));
  node.out = {y};
  auto& nodes = instead_[layer.node];
  std::erase_if(nodes, [&](const Node& old) { return old.out == node.out; });
  nodes.push_back(std::move(node));
  layer.given = true;
}

void FewBitsPass::rebuild() {
  std::vector<Node> nodes;
  for (size_t n = 0; n < graph_.nodes.size(); ++n) {
    const auto at = instead_.find(n);
    if (at == instead_.end()) {
      nodes.push_back(std::move(graph_.nodes[n]));
    } else {
      std::ranges::move(at->second, std::back_inserter(nodes));
    }
  }
  graph_.nodes = std::move(nodes);
  drop_dead(graph_);
  drop_unused_tensors(graph_);
}

}  // namespace

int few_bits(Graph& graph) { return graph.regions.empty() ? FewBitsPass(graph).run() : 0; }

}  // namespace nookc
