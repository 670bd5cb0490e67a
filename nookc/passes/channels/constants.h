#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "nookc/passes/channels/rule.h"

namespace nookc {

// Per channel: the value that all its elements have in every inference, where they have one. Filters of zeros
// make such channels, and what is computed of them channel by channel.
using ConstantChannels = std::vector<std::optional<int8_t>>;

// `rules` per node.
ConstantChannels find_constant_channels(const Graph& graph, const Channels& channels,
                                        const std::vector<ChannelRule>& rules);

}  // namespace nookc
