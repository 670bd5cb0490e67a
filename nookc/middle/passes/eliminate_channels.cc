#include "nookc/middle/passes/eliminate_channels.h"

#include <algorithm>

#include "nookc/middle/passes/channels/liveness.h"
#include "nookc/middle/passes/channels/narrow.h"

namespace nookc {

bool affordable(const std::vector<ChannelRule>& rules) {
  int64_t weights = 0;
  for (const ChannelRule& rule : rules)
    weights += int64_t{rule.out} * rule.taps * rule.in + static_cast<int64_t>(rule.links.size());
  return weights <= kMostWeights;
}

int eliminate_channels(Graph& graph) {
  const Channels channels(graph);
  const std::vector<ChannelRule> rules = channel_rules(graph, channels);
  if (!affordable(rules)) return 0;
  const ConstantChannels constants = find_constant_channels(graph, channels, rules);
  const std::vector<bool> live = find_live_channels(graph, channels, rules, constants);
  if (std::ranges::find(live, false) == live.end()) return 0;
  return narrow(graph, channels, rules, constants, live);
}

}  // namespace nookc
