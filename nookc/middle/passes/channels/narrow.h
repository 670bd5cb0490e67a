#pragma once
#include <vector>

#include "nookc/middle/passes/channels/constant_channels.h"

namespace nookc {

// Removes dead channels from all activations and from the constants used with them, and adds the contribution
// of constant channels to the biases. Creates new constants, because other nodes may share the old ones.
// Returns the number of nodes that write fewer channels.
int narrow(Graph& graph, const Channels& channels, const std::vector<ChannelRule>& rules,
           const ConstantChannels& constants, const std::vector<bool>& live);

}  // namespace nookc
