#include "nookc/passes/eliminate_channels.h"

#include <algorithm>

#include "nookc/passes/channels/liveness.h"
#include "nookc/passes/channels/narrow.h"

namespace nookc {

int eliminate_channels(Graph& graph) {
  const Channels channels(graph);
  const std::vector<ChannelRule> rules = channel_rules(graph, channels);
  const ConstantChannels constants = find_constant_channels(graph, channels, rules);
  const std::vector<bool> live = find_live_channels(graph, channels, rules, constants);
  if (std::ranges::find(live, false) == live.end()) return 0;
  return narrow(graph, channels, rules, constants, live);
}

}  // namespace nookc
