#include "nookc/middle/passes/channels/rule.h"

#include <cstring>

#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/fully_connected/fully_connected.h"
#include "nookc/middle/lower/node_memory.h"
#include "nookc/middle/lower/prepare_node.h"

namespace nookc {
namespace {

using Kind = ChannelRule::Kind;

void link_equal(ChannelRule& rule, size_t operand, int32_t count) {
  for (int32_t c = 0; c < count; ++c) rule.links.push_back({operand, c, c});
}

// One function per operator, for nodes that prepare() accepts. Each leaves the rule opaque if it does not
// understand the node.
struct RuleMaker {
  const Graph& graph;
  const Node& node;
  const Channels& channels;
  const void* params;
  ChannelRule rule;

  const Tensor& operand(size_t i) const { return graph[node.in[i]]; }
  bool has_operand(size_t i) const { return i < node.in.size() && node.in[i] != TensorId::kNone; }
  int32_t results() const { return channels.count(node.out[0]); }

  // The result has the channels of operand 0.
  void unary() {
    if (!channels.has(node.in[0]) || channels.count(node.in[0]) != results()) return;
    rule.kind = Kind::kLinked;
    link_equal(rule, 0, results());
  }

  void mean() {
    const Tensor& axes = operand(1);
    if (!axes.constant() || axes.type != nook::DType::kS32) return;
    for (size_t i = 0; i < axes.data->size() / 4; ++i) {
      int32_t axis = 0;
      std::memcpy(&axis, axes.data->data() + 4 * i, 4);
      if (axis == -1 || axis == operand(0).shape.rank - 1) return;  // along the channels
    }
    unary();
  }

  // An operand with one channel contributes to all channels of the result.
  void binary() {
    for (size_t i = 0; i < 2; ++i) {
      if (!operand(i).constant() && !channels.has(node.in[i])) return rule.links.clear();
      if (operand(i).shape.back(0) == results()) link_equal(rule, i, results());
    }
    rule.kind = Kind::kLinked;
  }

  void concatenation(int32_t axis) {
    const int32_t rank = graph[node.out[0]].shape.rank;
    const bool along = axis == -1 || axis == rank - 1;
    int32_t first = 0;
    for (size_t i = 0; i < node.in.size(); ++i) {
      if (!channels.has(node.in[i])) return rule.links.clear();
      for (int32_t c = 0; c < channels.count(node.in[i]); ++c) rule.links.push_back({i, c, first + c});
      if (along) first += channels.count(node.in[i]);
    }
    rule.kind = Kind::kLinked;
  }

  // If the longer of two last dimensions is a multiple of the shorter, channels repeat.
  void reshape() {
    if (!channels.has(node.in[0])) return;
    const int32_t in = channels.count(node.in[0]), out = results();
    if (out % in != 0 && in % out != 0) return;
    for (int32_t c = 0; c < (in > out ? in : out); ++c) rule.links.push_back({0, c % in, c % out});
    rule.kind = Kind::kLinked;
  }

  bool weights_are_known() const {
    const bool bias = !has_operand(2) || (operand(2).constant() && operand(2).shape.back(0) == results());
    return channels.has(node.in[0]) && operand(1).constant() && operand(1).type == nook::DType::kS8 &&
           operand(1).zero_point == 0 && bias;
  }

  void depthwise() {
    const auto& p = *static_cast<const nook_depthwise_conv2d_s8*>(params);
    if (!weights_are_known() || p.depth_multiplier != 1) return;
    rule.kind = Kind::kLinked;
    rule.weighted = true;
    for (size_t i = 0; i < node.in.size(); ++i)
      if (has_operand(i)) link_equal(rule, i, results());
  }

  void convolution() {
    const auto& p = *static_cast<const nook_conv2d_s8*>(params);
    if (!weights_are_known() || p.filter_c != p.in_c) return;
    const auto covered = [](int64_t outputs, int64_t stride, int64_t taps, int64_t dilation) {
      return (outputs - 1) * stride + (taps - 1) * dilation + 1;
    };
    rule.kind = Kind::kDense;
    rule.out = p.out_c, rule.taps = p.filter_h * p.filter_w, rule.in = p.in_c;
    rule.inside = p.pad_top == 0 && p.pad_left == 0 &&
                  covered(p.out_h, p.stride_h, p.filter_h, p.dilation_h) <= p.in_h &&
                  covered(p.out_w, p.stride_w, p.filter_w, p.dilation_w) <= p.in_w;
  }

  void fully_connected() {
    const auto& p = *static_cast<const nook_fully_connected_s8*>(params);
    const int32_t in = weights_are_known() ? channels.count(node.in[0]) : 0;
    if (in == 0 || p.in % in != 0) return;
    rule.kind = Kind::kDense;
    rule.out = p.out, rule.taps = p.in / in, rule.in = in;
    rule.inside = true;
  }

  void make() {
    switch (op_code(node)) {
      case nook::OpCode::kConv2D:
        return convolution();
      case nook::OpCode::kDepthwiseConv2D:
        return depthwise();
      case nook::OpCode::kFullyConnected:
        return fully_connected();
      case nook::OpCode::kAdd:
      case nook::OpCode::kSub:
      case nook::OpCode::kMul:
        return binary();
      case nook::OpCode::kRelu:
      case nook::OpCode::kRelu6:
      case nook::OpCode::kLogistic:
      case nook::OpCode::kTanh:
      case nook::OpCode::kQuantize:
      case nook::OpCode::kAveragePool2D:
      case nook::OpCode::kMaxPool2D:
      case nook::OpCode::kPad:  // the channel count is unchanged: channels were not padded
        return unary();
      case nook::OpCode::kMean:
        return mean();
      case nook::OpCode::kConcatenation:
        return concatenation(Graph::attrs<nook::Concatenation>(node)->axis);
      case nook::OpCode::kReshape:
        return reshape();
      default:
        return;
    }
  }
};

ChannelRule rule_of(RuleMaker maker) {
  maker.make();
  return std::move(maker.rule);
}

}  // namespace

std::vector<ChannelRule> channel_rules(const Graph& graph, const Channels& channels) {
  std::vector<ChannelRule> rules(graph.nodes.size());
  NodeMemory memory;
  for (size_t i = 0; i < rules.size(); ++i) {
    const Node& node = graph.nodes[i];
    if (node.erased() || node.out.size() != 1 || !channels.has(node.out[0])) continue;
    if (!node.unit.empty()) continue;  // its device expects the shapes of the model
    nook::Arena arena = memory.arena();
    nook::PrepareContext context{arena, nook::kRef, false, {}};
    // Nodes that prepare() refuses are left for lowering, which reports why.
    if (const auto prepared = prepare_node(graph, node, context))
      rules[i] = rule_of({graph, node, channels, prepared->params, {}});
  }
  return rules;
}

bool reads(const ChannelRule& rule, const int8_t* weights, int32_t o, int32_t i) {
  const int8_t* w = weights + int64_t{o} * rule.taps * rule.in + i;
  for (int32_t t = 0; t < rule.taps; ++t)
    if (w[int64_t{t} * rule.in] != 0) return true;
  return false;
}

const int8_t* values_s8(const Tensor& tensor) { return reinterpret_cast<const int8_t*>(tensor.data->data()); }

}  // namespace nookc
