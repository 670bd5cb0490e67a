#include "nookc/middle/passes/few_bits/few_bits.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>

#include "nook/core/quantize.h"
#include "nook/ops/dequantize/dequantize_op.h"
#include "nook/ops/few_bits/few_bits_op.h"
#include "nook/ops/levels/levels_op.h"
#include "nook/ops/relu/relu_op.h"
#include "nook/ops/relu6/relu6_op.h"
#include "nook/ops/relu_n1_to_1/relu_n1_to_1_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/drop_dead.h"
#include "nookc/middle/passes/few_bits/sums.h"

namespace nookc {
namespace {

using bits::Chain;
using bits::Coded;
using bits::Levels;

// More marks than this are searched only if they take less flash than the layer did.
constexpr int32_t kFewMarks = 63;

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

class FewBitsPass {
 public:
  FewBitsPass(Graph& graph, bool quantize) : graph_(graph), users_(graph), quantize_(quantize) {}

  int run() {
    for (size_t n = 0; n < graph_.nodes.size(); ++n)
      if (std::optional<bits::Layer> layer = read_layer(n))
        layers_[graph_.nodes[n].out[0]] = *std::move(layer);
    int count = 0;
    for (auto& [t, layer] : layers_) {
      if (!layer.given) give_floats(layer);
      count += layer.given;
    }
    if (count > 0) rebuild();
    return count;
  }

 private:
  std::optional<bits::Layer> read_layer(size_t n);
  const Coded* coded(TensorId t);
  bool code(TensorId t, Coded* made);
  bool code_layer(const Chain& chain, bits::Layer& layer, Coded* made);
  bool code_floats(const Chain& chain, Coded* made);
  TensorId marks_tensor(const std::string& name, const bits::Layer& layer, const std::vector<int32_t>& marks);
  TensorId levels_tensor(TensorId like, const Levels& levels);
  void finish(const Chain& chain, Node node, TensorId levels);
  Node layer_node(const bits::Layer& layer, const bits::Stored& stored);
  void give_floats(bits::Layer& layer);
  TensorId moved(TensorId from, TensorId to, size_t place);
  TensorId reshaped(TensorId from, const nook::Shape& shape, size_t place);
  void put_before(size_t place, Node node);
  void rebuild();

  Graph& graph_;
  Users users_;                                     // before the first change of the graph
  bool quantize_;                                   // QUANTIZE and DEQUANTIZE make levels, too
  std::map<TensorId, bits::Layer> layers_;          // by their result
  std::map<TensorId, std::optional<Coded>> coded_;  // tensors that were asked for; none: it has no levels
  std::map<size_t, std::vector<Node>> instead_;     // the nodes that replace a node
};

std::optional<bits::Layer> FewBitsPass::read_layer(size_t n) {
  std::optional<bits::FloatLayer> floats = bits::float_layer(graph_, users_, n);
  if (!floats) return {};
  const Coded* const x = coded(graph_.nodes[n].in[0]);
  if (!x) return {};
  bits::Layer layer{n, *x, *std::move(floats), {}, {}, false};
  if (!bits::bound_sums(layer.floats, x->range, &layer.least, &layer.most)) return {};
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

// Whether the operator moves elements, or picks the largest: of levels as well as of floats.
bool moves_levels(const Graph& graph, const Node& node) {
  const nook::OpCode code = op_code(node);
  if (node.out.size() != 1 || graph[node.out[0]].type != nook::DType::kF32) return false;
  if (code == nook::OpCode::kMaxPool2D) {
    const nook::Activation* const fused = activation_of(node.attrs);
    return !fused || *fused == nook::Activation::kNone;
  }
  return code == nook::OpCode::kTranspose;
}

bool FewBitsPass::code(TensorId t, Coded* made) {
  const Node* const maker = users_.producer(t);
  const bool reshapes = maker && Graph::attrs<nook::Reshape>(*maker);
  if (reshapes || (maker && moves_levels(graph_, *maker))) {
    const Coded* const from = coded(maker->in[0]);
    if (!from) return false;
    *made = *from;
    const auto place = static_cast<size_t>(maker - graph_.nodes.data());
    made->tensor = reshapes ? reshaped(from->tensor, graph_[t].shape, place) : moved(from->tensor, t, place);
    return true;
  }
  const Chain chain = bits::chain_to(graph_, users_, t, quantize_);
  if (chain.nodes.empty()) return false;
  const auto layer = layers_.find(chain.from);
  const bool alone = users_.uses(chain.from) == 1 && !graph_.is_output(chain.from);
  return (layer != layers_.end() && alone && code_layer(chain, layer->second, made)) ||
         code_floats(chain, made);
}

void FewBitsPass::put_before(size_t place, Node node) {
  if (!instead_.contains(place)) instead_[place] = {graph_.nodes[place]};
  instead_[place].insert(instead_[place].begin(), std::move(node));
}

// The node at `place` again, on levels.
TensorId FewBitsPass::moved(TensorId from, TensorId to, size_t place) {
  Node node = graph_.nodes[place];
  Tensor t = graph_[from];
  t.name = graph_[to].name + "_levels", t.shape = graph_[to].shape, t.source = -1;
  node.in[0] = from;
  const TensorId made = graph_.add(std::move(t));
  node.out = {made};
  put_before(place, std::move(node));
  return made;
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
  const TensorId made = node.out[0];
  put_before(place, std::move(node));
  return made;
}

TensorId FewBitsPass::levels_tensor(TensorId like, const Levels& levels) {
  Tensor t;
  t.name = graph_[like].name + "_levels";
  t.type = nook::DType::kS8, t.shape = graph_[like].shape;
  t.scales = {static_cast<float>(levels.scale)}, t.zero_point = levels.range.zero;
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

bool FewBitsPass::code_floats(const Chain& whole, Coded* made) {
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
  Levels levels;
  const auto levels_from = [&](const Chain& chain) {
    const auto channels = static_cast<size_t>(chain.channels);
    const bits::Inputs in{chain.channels, number, std::vector<int64_t>(channels, place(-kMost)),
                          std::vector<int64_t>(channels, place(kMost))};
    levels = {};
    return !chain.nodes.empty() && !graph_[chain.from].constant() && levels_of(graph_, chain, in, &levels) &&
           std::ranges::count(levels.falls, true) == 0;
  };
  Chain chain = whole;
  if (!levels_from(chain) || (chain.channels > 1 && levels.range.count > kFewMarks)) {
    chain = bits::without_channels(graph_, whole);
    if (chain.nodes.size() == whole.nodes.size() || !levels_from(chain)) return false;
  }
  std::vector<int32_t> marks;
  for (const auto& of_channel : levels.marks)
    for (const int64_t mark :
         of_channel)  // what all of these numbers reach, smaller ones and infinities reach too
      marks.push_back(mark == place(-kMost) ? INT32_MIN : static_cast<int32_t>(mark));
  Node node;
  node.attrs = nook::Levels::Attrs{levels.range.first + levels.range.zero, levels.range.step};
  const TensorId of_marks = graph_.add(constant_of(graph_[chain.to].name + "_marks", nook::DType::kS32,
                                                   {chain.channels, levels.range.count}, marks));
  *made = {levels_tensor(chain.to, levels), levels.range, levels.scale};
  node.in = {chain.from, of_marks}, node.out = {made->tensor};
  finish(chain, std::move(node), made->tensor);
  return true;
}

TensorId FewBitsPass::marks_tensor(const std::string& name, const bits::Layer& layer,
                                   const std::vector<int32_t>& marks) {
  const auto [low, high] = std::ranges::minmax(marks);
  const auto each = static_cast<int32_t>(marks.size()) / layer.channels();
  const std::vector<int32_t> dims = {layer.channels(), each};
  return low >= INT16_MIN && high <= INT16_MAX
             ? graph_.add(constant_of(name, nook::DType::kS16, dims,
                                      std::vector<int16_t>(marks.begin(), marks.end())))
             : graph_.add(constant_of(name, nook::DType::kS32, dims, marks));
}

bool FewBitsPass::code_layer(const Chain& chain, bits::Layer& layer, Coded* made) {
  Levels levels;
  bits::Layer turned = layer;
  if (!levels_of(graph_, chain, bits::sums_of(turned), &levels)) return false;
  const std::vector<bool> falls = levels.falls;
  for (size_t c = 0; c < falls.size(); ++c)
    if (falls[c]) turn(turned, c);
  if (std::ranges::count(falls, true) > 0) {
    levels = {};
    if (!levels_of(graph_, chain, bits::sums_of(turned), &levels)) return false;
  }
  const bits::Sums sums = bits::stored_sums(turned, falls);
  const auto several = bits::multipliers(graph_, chain, turned, levels, sums.less);
  const int64_t flash = int64_t{levels.range.count} * 4, before = int64_t{turned.floats.weights.depth} * 4;
  if (!several && levels.range.count > kFewMarks && flash > before) return false;
  Node node = layer_node(turned, sums.stored);
  auto* const attrs = Graph::attrs<nook::FewBits>(node);
  attrs->first = levels.range.first + levels.range.zero, attrs->step = levels.range.step;
  const std::string name = graph_[chain.to].name;
  if (several) {
    attrs->shift = several->shift, attrs->even = several->even;
    node.in.push_back(graph_.add(constant_of(name + "_multipliers", nook::DType::kS32,
                                             {layer.channels(), several->row}, several->numbers)));
  } else {
    std::vector<int32_t> marks;
    for (size_t c = 0; c < levels.marks.size(); ++c)
      for (const int64_t mark : levels.marks[c]) marks.push_back(static_cast<int32_t>(mark) - sums.less[c]);
    node.in.push_back(marks_tensor(name + "_marks", layer, marks));
  }
  if (!sums.inverts.empty())
    node.in.push_back(
        graph_.add(constant_of(name + "_inverts", nook::DType::kS32, {layer.channels()}, sums.inverts)));
  *made = {levels_tensor(chain.to, levels), levels.range, levels.scale};
  node.out = {made->tensor};
  finish(chain, std::move(node), made->tensor);
  layer.given = true;
  return true;
}

// The operator without its marks and its result.
Node FewBitsPass::layer_node(const bits::Layer& layer, const bits::Stored& stored) {
  nook::FewBits::Attrs a = layer.floats.window;
  a.layout = stored.layout, a.x_bits = stored.x_bits, a.w_bits = stored.w_bits;
  a.x_low = stored.x_low, a.x_shift = stored.x_shift, a.both = stored.both, a.ones = stored.ones;
  Tensor w = constant_of(graph_[graph_.nodes[layer.node].in[1]].name + "_bits", nook::DType::kS8,
                         {layer.channels(), stored.row}, stored.bytes);
  nook::Shape shape = graph_[layer.x.tensor].shape;
  if (layer.floats.dense) {
    shape = graph_[graph_.nodes[layer.node].out[0]].shape;
    shape.dim[shape.rank - 1] = layer.floats.weights.depth;
  }
  const bool same = graph_[layer.x.tensor].shape == shape;
  Node node;
  node.attrs = a;
  node.in = {same ? layer.x.tensor : reshaped(layer.x.tensor, shape, layer.node)};
  node.in.push_back(graph_.add(std::move(w)));
  return node;
}

// The operator of its own that a fused activation stands for.
Attrs unfused(nook::Activation activation) {
  if (activation == nook::Activation::kRelu) return nook::Relu::Attrs{};
  if (activation == nook::Activation::kRelu6) return nook::Relu6::Attrs{};
  return nook::ReluN1To1::Attrs{};
}

void FewBitsPass::give_floats(bits::Layer& layer) {
  const bits::Stored stored = bits::store(layer.floats.weights, layer.x.range);
  const TensorId y = graph_.nodes[layer.node].out[0];
  std::vector<float> scales;
  for (size_t c = 0; c < static_cast<size_t>(layer.channels()); ++c) {
    scales.push_back(static_cast<float>(layer.scale(c)));
    scales.push_back(static_cast<float>(layer.bias(c)));
  }
  Node node = layer_node(layer, stored);
  node.in.push_back(
      graph_.add(constant_of(graph_[y].name + "_scales", nook::DType::kF32, {layer.channels(), 2}, scales)));
  if (std::ranges::any_of(stored.less, [](int32_t v) { return v != 0; }))
    node.in.push_back(
        graph_.add(constant_of(graph_[y].name + "_add", nook::DType::kS32, {layer.channels()}, stored.less)));
  auto& nodes = instead_[layer.node];
  std::erase_if(nodes, [&](const Node& old) { return old.out == std::vector<TensorId>{y}; });
  const nook::Activation activation = layer.floats.activation;
  if (activation == nook::Activation::kNone) {
    node.out = {y};
    nodes.push_back(std::move(node));
  } else {
    Tensor sums = graph_[y];
    sums.name += "_sums", sums.source = -1;
    Node clamp;
    clamp.attrs = unfused(activation);
    node.out = clamp.in = {graph_.add(std::move(sums))}, clamp.out = {y};
    nodes.push_back(std::move(node)), nodes.push_back(std::move(clamp));
  }
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

int few_bits(Graph& graph, bool quantize) {
  return graph.regions.empty() ? FewBitsPass(graph, quantize).run() : 0;
}

}  // namespace nookc
