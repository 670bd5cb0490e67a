#pragma once
#include "nookc/ir/graph.h"

namespace nookc {

// Takes out channels of int8 activations that are never read, and constant ones, which become part
// of the biases of their readers:
//
//   CONV_2D -> t [h][w][128] -> DEPTHWISE_CONV_2D -> u [h][w][128] -> CONV_2D
//
// where the last convolution has no weights but zeros for 100 channels of u, or where the first one's filters
// of them are zeros, becomes the same with 28 channels. Every byte that is left is unchanged:
//
//  - A channel is read where a filter that stays has a weight other than zero for it. Operators that work
//    channel by channel (depthwise, additions, pooling, concatenation, ...) pass that on.
//  - A channel whose filter reads nothing, or constants only, has one value, which the reference kernel
//    computes here. Its reader takes `weight * (value - zero point)` into the bias; if its filter reaches
//    into the padding, only where that is 0, since padding counts as the zero point.
//  - Operators that are not understood, inputs and outputs keep all channels.
//
// Models with too many channels and weights for a few seconds' look keep all. Returns how many nodes write
// fewer channels.
int eliminate_channels(Graph& graph);

}  // namespace nookc
