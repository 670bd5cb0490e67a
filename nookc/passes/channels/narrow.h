#pragma once
#include <vector>

#include "nookc/passes/channels/constants.h"

namespace nookc {

// Takes the channels that are not live out of all activations, of the constants that meet them, and adds what
// constant ones gave to sums to the biases. Constants are made anew: others may share them. Returns how many
// nodes write fewer channels.
int narrow(Graph& graph, const Channels& channels, const std::vector<ChannelRule>& rules,
           const ConstantChannels& constants, const std::vector<bool>& live);

}  // namespace nookc
