#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Gives operators what TensorFlow Lite's kernels demand, or read without asking whether it is there:
// convolutions a bias, of zeros; a hybrid DEPTHWISE_CONV_2D of one scale that scale for each channel; an SVDF
// of int8 a fused RELU, which it ignores. Every byte of every output is preserved. Returns the number of
// operators changed.
int complete(Graph& graph);

}  // namespace nookc
