#include "nookc/middle/passes/channels/narrow.h"

#include <cstring>

#include "nookc/core/invariant.h"

namespace nookc {
namespace {

using Kind = ChannelRule::Kind;
using List = std::vector<int32_t>;  // channels in rising order

template <class T>
std::vector<T> pick(const std::vector<T>& from, const List& kept) {
  std::vector<T> to;
  for (int32_t c : kept) to.push_back(from[static_cast<size_t>(c)]);
  return to;
}

// Keeps some channels of a constant, with their scales.
Tensor sliced(const Tensor& from, const List& kept) {
  const size_t element = static_cast<size_t>(nook::size_of(from.type));
  const size_t channels = static_cast<size_t>(from.shape.back(0));
  auto bytes = std::make_shared<Bytes>();
  for (size_t row = 0; row < from.data->size(); row += channels * element) {
    for (int32_t c : kept) {
      const auto at = from.data->begin() + static_cast<ptrdiff_t>(row + static_cast<size_t>(c) * element);
      bytes->insert(bytes->end(), at, at + static_cast<ptrdiff_t>(element));
    }
  }
  Tensor to = from;
  to.shape.dim[to.shape.rank - 1] = static_cast<int32_t>(kept.size());
  if (from.scales.size() == channels && channels > 1) to.scales = pick(from.scales, kept);
  to.data = std::move(bytes);
  return to;
}

struct Narrow {
  Graph& graph;
  const Channels& channels;
  const ConstantChannels& constants;
  const std::vector<bool>& live;
};

List kept_of(const Narrow& d, TensorId tensor) {
  List kept;
  for (int32_t c = 0; c < d.channels.count(tensor); ++c)
    if (d.live[d.channels.number(tensor, c)]) kept.push_back(c);
  return kept;
}

bool loses(const Narrow& d, TensorId tensor) {
  return static_cast<int32_t>(kept_of(d, tensor).size()) < d.channels.count(tensor);
}

void linked(Narrow& d, Node& node, const ChannelRule& rule) {
  if (!loses(d, node.out[0])) return;  // then its operands lose none either
  const List kept = kept_of(d, node.out[0]);
  std::vector<bool> done(node.in.size());
  for (const Link& link : rule.links) {
    const TensorId t = node.in[link.operand];
    if (done[link.operand] || d.channels.has(t)) continue;
    done[link.operand] = true;
    node.in[link.operand] = d.graph.add(sliced(d.graph[t], kept));
  }
  // The model's shape operand counts all channels.
  if (op_code(node) == nook::OpCode::kReshape) node.in.resize(1);
}

Tensor new_weights(const Narrow& d, const Node& node, const ChannelRule& rule, const List& outs,
                   const List& ins) {
  const Tensor& from = d.graph[node.in[1]];
  const int8_t* const w = values_s8(from);
  auto bytes = std::make_shared<Bytes>();
  for (int32_t o : outs)
    for (int32_t t = 0; t < rule.taps; ++t)
      for (int32_t i : ins)
        bytes->push_back(static_cast<std::byte>(w[(int64_t{o} * rule.taps + t) * rule.in + i]));
  Tensor to = from;
  const int last = from.shape.rank - 1;
  to.shape.dim[0] = static_cast<int32_t>(outs.size());
  to.shape.dim[last] = from.shape.dim[last] / rule.in * static_cast<int32_t>(ins.size());
  if (from.scales.size() > 1) to.scales = pick(from.scales, outs);
  to.data = std::move(bytes);
  return to;
}

// Kernels' sums wrap around, and so does this one: values equal modulo 2^32 stay equal.
std::vector<int32_t> new_bias(const Narrow& d, const Node& node, const ChannelRule& rule, const List& outs) {
  const int8_t* const w = values_s8(d.graph[node.in[1]]);
  const bool had = node.in.size() > 2 && node.in[2] != TensorId::kNone;
  std::vector<int32_t> bias;
  for (int32_t o : outs) {
    uint32_t sum = 0;
    if (had) std::memcpy(&sum, d.graph[node.in[2]].data->data() + int64_t{o} * 4, 4);
    for (int32_t i = 0; i < rule.in; ++i) {
      const size_t number = d.channels.number(node.in[0], i);
      if (d.live[number] || !d.constants[number]) continue;
      const int32_t step = *d.constants[number] - d.graph[node.in[0]].zero_point;
      for (int32_t t = 0; t < rule.taps; ++t)
        sum += static_cast<uint32_t>(step * w[(int64_t{o} * rule.taps + t) * rule.in + i]);
    }
    bias.push_back(static_cast<int32_t>(sum));
  }
  return bias;
}

void dense(Narrow& d, Node& node, const ChannelRule& rule) {
  if (!loses(d, node.out[0]) && !loses(d, node.in[0])) return;
  const List outs = kept_of(d, node.out[0]), ins = kept_of(d, node.in[0]);
  const std::vector<int32_t> bias = new_bias(d, node, rule, outs);
  node.in[1] = d.graph.add(new_weights(d, node, rule, outs, ins));
  const bool had = node.in.size() > 2 && node.in[2] != TensorId::kNone;
  if (!had && bias == std::vector<int32_t>(bias.size())) return;
  Tensor tensor;
  if (had)
    tensor = d.graph[node.in[2]];
  else
    tensor.name = d.graph[node.in[1]].name + "_bias", tensor.type = nook::DType::kS32;
  tensor.shape = {};
  tensor.shape.rank = 1, tensor.shape.dim[0] = static_cast<int32_t>(bias.size());
  if (tensor.scales.size() == static_cast<size_t>(rule.out)) tensor.scales = pick(tensor.scales, outs);
  auto bytes = std::make_shared<Bytes>(bias.size() * 4);
  std::memcpy(bytes->data(), bias.data(), bytes->size());
  tensor.data = std::move(bytes);
  node.in.resize(3, TensorId::kNone);
  node.in[2] = d.graph.add(std::move(tensor));
}

// Activations keep their shapes until all nodes are done.
void visit(Narrow& d, Node& node, const ChannelRule& rule) {
  if (rule.kind == Kind::kLinked) linked(d, node, rule);
  if (rule.kind == Kind::kDense) dense(d, node, rule);
}

int shrink_activations(Narrow& d) {
  for (size_t i = 0; i < d.graph.tensors.size(); ++i) {
    const TensorId t{static_cast<uint32_t>(i)};
    if (!d.channels.has(t) || !loses(d, t)) continue;
    const List kept = kept_of(d, t);
    if (kept.empty()) continue;  // no remaining node reads it
    Tensor& tensor = d.graph[t];
    invariant(static_cast<int32_t>(kept.size()) <= tensor.shape.back(0), "channels are only removed");
    if (tensor.narrowed.of == 0)
      tensor.narrowed = {tensor.shape.back(0), kept};
    else
      tensor.narrowed.channels = pick(tensor.narrowed.channels, kept);
    tensor.shape.dim[tensor.shape.rank - 1] = static_cast<int32_t>(kept.size());
  }
  int nodes = 0;
  for (const Node& node : d.graph.nodes)
    nodes += !node.out.empty() && d.channels.has(node.out[0]) && loses(d, node.out[0]);
  return nodes;
}

}  // namespace

int narrow(Graph& graph, const Channels& channels, const std::vector<ChannelRule>& rules,
           const ConstantChannels& constants, const std::vector<bool>& live) {
  Narrow d{graph, channels, constants, live};
  for (size_t i = 0; i < graph.nodes.size(); ++i) visit(d, graph.nodes[i], rules[i]);
  return shrink_activations(d);
}

}  // namespace nookc
