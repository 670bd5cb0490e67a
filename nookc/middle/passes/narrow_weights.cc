#include "nookc/middle/passes/narrow_weights.h"

#include "nook/ops/dequantize/dequantize_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/users.h"
#include "nookc/middle/lower/node_memory.h"
#include "nookc/middle/lower/prepare_node.h"

namespace nookc {
namespace {

constexpr size_t kWeights = 1;

// The nodes that make the weights of a layer from a constant.
struct Chain {
  Node *dequantize = nullptr, *reshape = nullptr;
};

Chain chain_to(const Graph& graph, const Users& users, const Node& layer) {
  Chain chain;
  if (layer.in.size() <= kWeights || layer.in[kWeights] == TensorId::kNone) return {};
  Node* maker = users.producer(layer.in[kWeights]);
  if (maker && Graph::attrs<nook::Reshape>(*maker)) {
    chain.reshape = maker;
    maker = users.producer(maker->in[0]);
  }
  if (!maker || !Graph::attrs<nook::Dequantize>(*maker) || !graph[maker->in[0]].constant()) return {};
  chain.dequantize = maker;
  return chain;
}

// The constant with the shape of the weights; each of its scales belongs to as many elements in sequence as
// before.
Tensor reshaped(const Tensor& constant, const nook::Shape& shape) {
  Tensor made = constant;
  if (made.shape == shape) return made;
  made.shape = shape;
  made.name.clear();
  return made;
}

// One scale, or scales along the first dimension before the RESHAPE.
bool keeps_scales(const Tensor& constant, const nook::Shape& shape) {
  if (constant.shape == shape || constant.scales.size() <= 1) return true;
  return constant.channel_axis == 0 && shape.rank > 0 &&
         constant.scales.size() % static_cast<size_t>(shape.dim[0]) == 0;
}

// Scales along the dimension of the outputs.
bool along_outputs(const Node& layer, const Tensor& constant, bool reshapes) {
  if (constant.scales.size() <= 1 || reshapes) return true;
  const bool depthwise = op_code(layer) == nook::OpCode::kDepthwiseConv2D;
  return constant.channel_axis == (depthwise ? constant.shape.rank - 1 : 0);
}

bool is_sound(const Graph& graph, const Node& node) {
  NodeMemory memory;
  nook::Arena arena = memory.arena();
  nook::PrepareContext context{arena, nook::kRef, false, {}};
  return static_cast<bool>(prepare_node(graph, node, context));
}

// Lets the layer read the constant itself; false: no kernel computes that.
bool narrowed(Graph& graph, Node& layer, const Chain& chain) {
  const TensorId wide = layer.in[kWeights], constant = chain.dequantize->in[0];
  const nook::Shape shape = graph[wide].shape;
  if (!keeps_scales(graph[constant], shape) || !along_outputs(layer, graph[constant], chain.reshape))
    return false;
  const TensorId weights =
      graph[constant].shape == shape ? constant : graph.add(reshaped(graph[constant], shape));
  layer.in[kWeights] = weights;
  *narrow_of(layer.attrs) = true;
  if (is_sound(graph, layer)) return true;
  layer.in[kWeights] = wide;
  *narrow_of(layer.attrs) = false;
  return false;
}

// The layers whose weights only such layers read: otherwise their floats would be stored anyway.
std::vector<std::pair<Node*, Chain>> layers_of(Graph& graph) {
  const Users users(graph);
  std::vector<std::pair<Node*, Chain>> found, alone;
  std::vector<int> reads(graph.tensors.size());
  for (Node& node : graph.nodes) {
    if (node.erased() || !narrow_of(node.attrs)) continue;
    const Chain chain = chain_to(graph, users, node);
    if (!chain.dequantize) continue;
    ++reads[index(node.in[kWeights])];
    found.emplace_back(&node, chain);
  }
  for (const auto& one : found) {
    const TensorId wide = one.first->in[kWeights];
    const bool all = users.uses(wide) == reads[index(wide)];
    if (all && (!one.second.reshape || users.uses(one.second.dequantize->out[0]) == 1)) alone.push_back(one);
  }
  return alone;
}

}  // namespace

int narrow_weights(Graph& graph) {
  int layers = 0;
  for (auto& [layer, chain] : layers_of(graph)) layers += narrowed(graph, *layer, chain);
  return layers;
}

std::vector<bool> widens_weights(Graph& graph) {
  Graph trial = graph;
  std::vector<bool> kept(graph.nodes.size());
  const auto number = [&](const Node* node) { return static_cast<size_t>(node - graph.nodes.data()); };
  for (auto& [layer, chain] : layers_of(graph)) {
    if (!narrowed(trial, trial.nodes[number(layer)], chain)) continue;
    kept[number(chain.dequantize)] = true;
    if (chain.reshape) kept[number(chain.reshape)] = true;
  }
  return kept;
}

bool has_narrow_weights(const Node& node) {
  Node same = node;
  const bool* const narrow = node.erased() ? nullptr : narrow_of(same.attrs);
  return narrow && *narrow;
}

}  // namespace nookc
