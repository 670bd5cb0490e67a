#pragma once
#include <vector>

#include "nookc/passes/channels/constants.h"

namespace nookc {

// Whether input `i` of a dense node may go though an output reads it: its value is known, and either adds
// nothing or adds the same at every place, which then is a part of the bias.
bool into_bias(const Graph& graph, const Channels& channels, const ConstantChannels& constants,
               const Node& node, const ChannelRule& rule, int32_t i);

// Per channel: whether it must stay. Those of inputs, of outputs and of what opaque nodes touch do; a channel
// that stays keeps those that are linked to it and those that its weights read. No tensor loses all. Where
// that takes too long, all stay.
std::vector<bool> find_live_channels(const Graph& graph, const Channels& channels,
                                     const std::vector<ChannelRule>& rules,
                                     const ConstantChannels& constants);

}  // namespace nookc
