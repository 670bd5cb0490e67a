#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Adds operands and attributes that TensorFlow Lite's kernels require, or read without checking that they
// exist: a bias of zeros for convolutions; one equal scale per channel for a hybrid DEPTHWISE_CONV_2D with a
// single scale; a fused RELU for an int8 SVDF, which ignores it. Every byte of every output is preserved.
// Returns the number of changed operators.
int complete(Graph& graph);

}  // namespace nookc
