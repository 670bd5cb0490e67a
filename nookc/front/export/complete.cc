#include "nookc/front/export/complete.h"

#include "nook/ops/svdf/svdf_op.h"

namespace nookc {
namespace {

constexpr size_t kData = 0, kWeights = 1, kBias = 2;

// A bias of zeros in the type and scale of the sums.
Tensor zeros(const Tensor& x, const Tensor& weights, const std::string& name) {
  Tensor bias;
  bias.name = name;
  bias.type = x.type == nook::DType::kF32   ? nook::DType::kF32
              : x.type == nook::DType::kS16 ? nook::DType::kS64
                                            : nook::DType::kS32;
  bias.shape.rank = 1;
  if (bias.type != nook::DType::kF32 && !x.scales.empty())
    for (const float scale : weights.scales) bias.scales.push_back(x.scales[0] * scale);
  return bias;
}

bool is_convolution(const Node& node) {
  return !node.erased() && node.in.size() > kWeights &&
         (op_code(node) == nook::OpCode::kConv2D || op_code(node) == nook::OpCode::kDepthwiseConv2D);
}

bool add_bias(Graph& graph, Node& node) {
  node.in.resize(kBias + 1, TensorId::kNone);
  if (node.in[kBias] != TensorId::kNone) return false;
  const Tensor &weights = graph[node.in[kWeights]], &y = graph[node.out[0]];
  Tensor bias = zeros(graph[node.in[kData]], weights, y.name + "_bias");
  bias.shape.dim[0] = y.shape.back(0);
  bias.data = std::make_shared<const Bytes>(static_cast<size_t>(bias.bytes()));
  node.in[kBias] = graph.add(std::move(bias));
  return true;
}

bool add_scales(Graph& graph, Node& node) {
  const Tensor& weights = graph[node.in[kWeights]];
  const bool hybrid = graph[node.in[kData]].type == nook::DType::kF32 && weights.type == nook::DType::kS8;
  const auto channels = static_cast<size_t>(weights.shape.back(0));
  if (!hybrid || op_code(node) != nook::OpCode::kDepthwiseConv2D || weights.scales.size() == channels)
    return false;
  Tensor made = weights;  // other operators may read the tensor with one scale
  made.scales.assign(channels, weights.scales[0]), made.channel_axis = made.shape.rank - 1;
  node.in[kWeights] = graph.add(std::move(made));
  return true;
}

bool is_svdf_of_bytes(const Graph& graph, const Node& node) {
  return !node.erased() && op_code(node) == nook::OpCode::kSvdf &&
         graph[node.in[kData]].type == nook::DType::kS8;
}

bool add_relu(Node& node) {
  nook::Activation& activation = node.attrs.get<nook::Svdf>()->fused_activation;
  return std::exchange(activation, nook::Activation::kRelu) != nook::Activation::kRelu;
}

}  // namespace

int complete(Graph& graph) {
  int changes = 0;
  for (Node& node : graph.nodes) {
    if (is_convolution(node)) changes += int{add_bias(graph, node)} | int{add_scales(graph, node)};
    if (is_svdf_of_bytes(graph, node)) changes += add_relu(node);
  }
  return changes;
}

}  // namespace nookc
