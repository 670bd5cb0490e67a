#pragma once
#include "nookc/middle/passes/channels/rule.h"

namespace nookc {

// Removes channels of int8 activations that are never read, and constant channels, which become part of their
// readers' biases:
//
//   CONV_2D -> t [h][w][128] -> DEPTHWISE_CONV_2D -> u [h][w][128] -> CONV_2D
//
// If the last convolution has only zero weights for 100 channels of u, or the first one's filters for them
// are zero, the same graph runs with 28 channels. Every remaining byte is unchanged:
//
//  - A channel is read if a remaining filter has a weight other than zero for it. Operators that work channel
//    by channel (depthwise, additions, pooling, concatenation, ...) pass that on.
//  - A channel whose filter reads nothing, or constants only, has one value, which the reference kernel
//    computes here. Its reader adds `weight * (value - zero point)` to the bias; if its filter reaches
//    into the padding, only where that is 0, since padding counts as the zero point.
//  - Inputs, outputs and operators that the pass does not understand keep all channels.
//
// Models with too many channels or weights to examine in a few seconds stay unchanged. Returns the number of
// nodes that write fewer channels.
int eliminate_channels(Graph& graph);

// The weights and links that it examines at most: about a second.
constexpr int64_t kMostWeights = int64_t{1} << 28;

// Whether these rules have no more. Layers may share weights, so a small file can have any number of layers.
bool affordable(const std::vector<ChannelRule>& rules);

}  // namespace nookc
