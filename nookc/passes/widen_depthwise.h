#pragma once
#include "nookc/ir/graph.h"

namespace nookc {

// A depthwise convolution of an image with one channel is a convolution, for which there are better kernels:
//
//   DEPTHWISE_CONV_2D, w [1][h][w][channels]     becomes     CONV_2D, w [channels][h][w][1]
//
// Only when the weights are constant. The sums have the same terms in the same order, so that every byte is
// unchanged. Returns how many it was.
int widen_depthwise(Graph& graph);

}  // namespace nookc
