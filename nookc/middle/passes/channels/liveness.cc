#include "nookc/middle/passes/channels/liveness.h"

#include <numeric>

namespace nookc {
namespace {

using Kind = ChannelRule::Kind;

// Visits of weights: a few seconds for layers that depend on each other.
constexpr int64_t kMostLooks = int64_t{1} << 29;

class Liveness {
 public:
  Liveness(const Graph& graph, const Channels& channels, const std::vector<ChannelRule>& rules,
           const ConstantChannels& constants)
      : graph_(graph), channels_(channels), rules_(rules), constants_(constants), group_(channels.size()) {
    std::iota(group_.begin(), group_.end(), size_t{0});
    live_.resize(channels.size());
  }

  std::vector<bool> run() {
    join_linked();
    for (TensorId t : graph_.inputs) keep_all(t);
    for (TensorId t : graph_.outputs) keep_all(t);
    for (size_t n = 0; n < rules_.size(); ++n) keep_untouchable(graph_.nodes[n], rules_[n]);
    do {
      propagate();
    } while (left_ >= 0 && keep_the_least());
    if (left_ < 0) return std::vector<bool>(channels_.size(), true);
    std::vector<bool> all(channels_.size());
    for (size_t c = 0; c < all.size(); ++c) all[c] = live_[find(c)];
    return all;
  }

 private:
  size_t find(size_t channel) {
    while (group_[channel] != channel) channel = group_[channel] = group_[group_[channel]];
    return channel;
  }
  size_t group(TensorId tensor, int32_t channel) { return find(channels_.number(tensor, channel)); }

  void join_linked() {
    for (size_t n = 0; n < rules_.size(); ++n) {
      const Node& node = graph_.nodes[n];
      for (const Link& link : rules_[n].links)
        if (channels_.has(node.in[link.operand]))
          group_[group(node.in[link.operand], link.in)] = group(node.out[0], link.out);
    }
  }

  void keep_all(TensorId tensor) {
    if (!channels_.has(tensor)) return;
    for (int32_t c = 0; c < channels_.count(tensor); ++c) live_[group(tensor, c)] = true;
  }

  // Keeps the channels that the rule of a node does not mention.
  void keep_untouchable(const Node& node, const ChannelRule& rule) {
    if (node.erased() || rule.kind == Kind::kDense) return;
    std::vector<bool> linked(node.in.size());
    for (const Link& link : rule.links) linked[link.operand] = true;
    for (size_t i = 0; i < node.in.size(); ++i)
      if (!linked[i]) keep_all(node.in[i]);
    if (rule.kind == Kind::kOpaque)
      for (TensorId t : node.out) keep_all(t);
  }

  void propagate() {
    for (bool changed = true; changed && left_ >= 0;) {
      changed = false;
      for (size_t n = rules_.size(); n-- > 0;)
        if (rules_[n].kind == Kind::kDense) changed |= keep_what_is_read(graph_.nodes[n], rules_[n]);
    }
  }

  bool keep_what_is_read(const Node& node, const ChannelRule& rule) {
    const int8_t* const w = values_s8(graph_[node.in[1]]);
    bool changed = false;
    for (int32_t i = 0; i < rule.in; ++i) {
      if (live_[group(node.in[0], i)] || into_bias(graph_, channels_, constants_, node, rule, i)) continue;
      left_ -= int64_t{rule.out} * rule.taps;
      bool read = false;
      for (int32_t o = 0; o < rule.out && !read; ++o)
        read = reads(rule, w, o, i) && live_[group(node.out[0], o)];
      if (read) live_[group(node.in[0], i)] = changed = true;
    }
    return changed;
  }

  // A tensor keeps at least one channel. A FULLY_CONNECTED with scales per channel keeps two: with one, its
  // multiplier would be computed as for a scale per tensor, whose last bit may differ.
  bool keep_the_least() {
    bool changed = false;
    for (size_t n = 0; n < rules_.size(); ++n) {
      const Node& node = graph_.nodes[n];
      if (node.erased() || rules_[n].kind == Kind::kOpaque) continue;
      const bool two = op_code(node) == nook::OpCode::kFullyConnected && graph_[node.in[1]].scales.size() > 1;
      changed |= keep_at_least(node.out[0], two ? 2 : 1);
      for (TensorId t : node.in)
        if (channels_.has(t)) changed |= keep_at_least(t, 1);
    }
    return changed;
  }

  bool keep_at_least(TensorId tensor, int32_t least) {
    int32_t have = 0;
    for (int32_t c = 0; c < channels_.count(tensor) && have < least; ++c) have += live_[group(tensor, c)];
    if (have >= least) return false;
    for (int32_t c = 0; c < channels_.count(tensor) && have < least; ++c) {
      if (live_[group(tensor, c)]) continue;
      live_[group(tensor, c)] = true;
      ++have;
    }
    return true;
  }

  const Graph& graph_;
  const Channels& channels_;
  const std::vector<ChannelRule>& rules_;
  const ConstantChannels& constants_;
  // Union-find forest of channels that stay or go together; its roots are the groups.
  std::vector<size_t> group_;
  std::vector<bool> live_;  // per root
  int64_t left_ = kMostLooks;
};

}  // namespace

bool into_bias(const Graph& graph, const Channels& channels, const ConstantChannels& constants,
               const Node& node, const ChannelRule& rule, int32_t i) {
  const auto& value = constants[channels.number(node.in[0], i)];
  return value && (rule.inside || *value == graph[node.in[0]].zero_point);
}

std::vector<bool> find_live_channels(const Graph& graph, const Channels& channels,
                                     const std::vector<ChannelRule>& rules,
                                     const ConstantChannels& constants) {
  return Liveness(graph, channels, rules, constants).run();
}

}  // namespace nookc
