#include "nookc/middle/passes/channels/constant_channels.h"

#include <algorithm>

#include "nookc/middle/passes/evaluate.h"

namespace nookc {
namespace {

// The most operations for constants in all nodes together, about a second. A hostile model could demand
// years.
constexpr int64_t kMostWork = int64_t{1} << 28;
// The most bytes for the operands and the result of one node.
constexpr int64_t kMostBytes = int64_t{1} << 26;

class Search {
 public:
  Search(const Graph& graph, const Channels& channels, ConstantChannels& found)
      : graph_(graph), channels_(channels), found_(found) {}

  void visit(const Node& node, const ChannelRule& rule) {
    std::vector<bool> fixed;
    if (rule.kind == ChannelRule::Kind::kLinked) fixed = fixed_of_linked(node, rule);
    if (rule.kind == ChannelRule::Kind::kDense) fixed = fixed_of_dense(node, rule);
    if (std::ranges::find(fixed, true) == fixed.end()) return;
    const int64_t cost = steps_of(graph_, node);
    if (cost > left_ || bytes_of(node) > kMostBytes) return;
    left_ -= cost;
    compute(node, fixed);
  }

 private:
  bool known(TensorId tensor, int32_t channel) const {
    if (graph_[tensor].constant()) return true;
    return found_[channels_.number(tensor, channel)].has_value();
  }

  // The result channels that read constants only. The kernel decides whether each has one value, including at
  // the image's borders.
  std::vector<bool> fixed_of_linked(const Node& node, const ChannelRule& rule) const {
    std::vector<bool> fixed(static_cast<size_t>(channels_.count(node.out[0])), true), linked(node.in.size());
    for (const Link& link : rule.links) {
      linked[link.operand] = true;
      if (!known(node.in[link.operand], link.in) && !(rule.weighted && zero_filter(node, link.out)))
        fixed[static_cast<size_t>(link.out)] = false;
    }
    for (size_t i = 0; i < linked.size(); ++i)
      if (!linked[i] && channels_.has(node.in[i])) return {};
    return fixed;
  }

  int64_t bytes_of(const Node& node) const {
    int64_t bytes = graph_[node.out[0]].bytes();
    for (TensorId t : node.in) bytes += t == TensorId::kNone ? 0 : graph_[t].bytes();
    return bytes;
  }

  bool zero_filter(const Node& node, int32_t channel) const {
    const Tensor& w = graph_[node.in[1]];
    const int32_t step = w.shape.back(0);
    for (int32_t i = channel; i < w.bytes(); i += step)
      if (values_s8(w)[i] != 0) return false;
    return true;
  }

  std::vector<bool> fixed_of_dense(const Node& node, const ChannelRule& rule) const {
    std::vector<bool> fixed(static_cast<size_t>(rule.out), true);
    const int8_t* const w = values_s8(graph_[node.in[1]]);
    for (int32_t o = 0; o < rule.out; ++o)
      for (int32_t i = 0; i < rule.in && fixed[static_cast<size_t>(o)]; ++i)
        fixed[static_cast<size_t>(o)] = known(node.in[0], i) || !reads(rule, w, o, i);
    return fixed;
  }

  void compute(const Node& node, const std::vector<bool>& fixed) {
    std::vector<Bytes> filled(node.in.size());
    std::vector<const void*> in;
    for (size_t i = 0; i < node.in.size(); ++i) {
      const TensorId t = node.in[i];
      if (channels_.has(t)) filled[i] = fill(t);
      in.push_back(channels_.has(t)       ? filled[i].data()
                   : t == TensorId::kNone ? nullptr
                                          : graph_[t].data->data());
    }
    const std::vector<Bytes> results = evaluate(graph_, node, in);
    if (results.empty()) return;
    for (size_t c = 0; c < fixed.size(); ++c)
      if (fixed[c]) note(node.out[0], static_cast<int32_t>(c), results[0]);
  }

  // A tensor filled with the known constants of its channels.
  Bytes fill(TensorId tensor) const {
    Bytes bytes(static_cast<size_t>(graph_[tensor].bytes()));
    const size_t count = static_cast<size_t>(channels_.count(tensor));
    for (size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = static_cast<std::byte>(
          found_[channels_.number(tensor, static_cast<int32_t>(i % count))].value_or(0));
    return bytes;
  }

  void note(TensorId tensor, int32_t channel, const Bytes& bytes) {
    const size_t first = static_cast<size_t>(channel), step = static_cast<size_t>(channels_.count(tensor));
    for (size_t i = first; i < bytes.size(); i += step)
      if (bytes[i] != bytes[first]) return;
    found_[channels_.number(tensor, channel)] = static_cast<int8_t>(bytes[first]);
  }

  const Graph& graph_;
  const Channels& channels_;
  ConstantChannels& found_;
  int64_t left_ = kMostWork;
};

}  // namespace

ConstantChannels find_constant_channels(const Graph& graph, const Channels& channels,
                                        const std::vector<ChannelRule>& rules) {
  ConstantChannels found(channels.size());
  Search search(graph, channels, found);
  for (size_t i = 0; i < graph.nodes.size(); ++i) search.visit(graph.nodes[i], rules[i]);
  return found;
}

}  // namespace nookc
