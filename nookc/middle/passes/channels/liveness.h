#pragma once
#include <vector>

#include "nookc/middle/passes/channels/constant_channels.h"

namespace nookc {

// Whether input `i` of a dense node may be removed although an output reads it: its value is known, and its
// contribution is zero or the same at every position, so it can be part of the bias.
bool into_bias(const Graph& graph, const Channels& channels, const ConstantChannels& constants,
               const Node& node, const ChannelRule& rule, int32_t i);

// Per channel: whether it must stay. Channels of inputs, outputs and opaque nodes stay; a channel that stays
// keeps the channels linked to it and those that its weights read. No tensor loses all channels. If the
// search would take too long, all channels stay.
std::vector<bool> find_live_channels(const Graph& graph, const Channels& channels,
                                     const std::vector<ChannelRule>& rules,
                                     const ConstantChannels& constants);

}  // namespace nookc
