// SVDF in integers, as TensorFlow Lite's converter makes it: data and feature weights of int8, time weights
// and state of int16.
#pragma once
#include <cstddef>

#include "nookc/quantize/rules.h"

namespace nookc {

struct SvdfOperands {
  static constexpr size_t kX = 0, kWeights = 1, kTime = 2, kBias = 3, kState = 4;
};

// Whether the node is one whose weights are constants of floats.
bool is_float_svdf(const Graph& graph, const Node& node);

// The scale of the time weights: their largest is 512, so that 64 products with the state have 32 bits.
// Larger where the sum of a unit, with its bias, could have more.
float time_scale(const Graph& graph, const Node& node, float state_scale);

// Whether the limits of int8 are those of the activation that is fused with it: the integer form has no
// other.
bool has_activation(const Graph& graph, const Node& node);

}  // namespace nookc
