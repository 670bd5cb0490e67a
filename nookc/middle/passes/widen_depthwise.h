#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// A depthwise convolution of a one-channel image is a convolution, which has better kernels:
//
//   DEPTHWISE_CONV_2D, w [1][h][w][channels]     becomes     CONV_2D, w [channels][h][w][1]
//
// Only if the weights are constant. The sums have the same terms in the same order, so every byte is
// unchanged. Returns the number of changed nodes.
int widen_depthwise(Graph& graph);

}  // namespace nookc
