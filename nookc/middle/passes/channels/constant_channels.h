#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "nookc/middle/passes/channels/rule.h"

namespace nookc {

// Per channel: the value that all its elements have in every inference, if it is constant. All-zero filters
// produce such channels; operators that work channel by channel pass them on.
using ConstantChannels = std::vector<std::optional<int8_t>>;

// `rules` per node.
ConstantChannels find_constant_channels(const Graph& graph, const Channels& channels,
                                        const std::vector<ChannelRule>& rules);

}  // namespace nookc
