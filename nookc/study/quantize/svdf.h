// The integer form of SVDF as in TensorFlow Lite's converter: data and feature weights are int8, time weights
// and state int16.
#pragma once
#include <cstddef>

#include "nookc/study/quantize/rules.h"

namespace nookc {

struct SvdfOperands {
  static constexpr size_t kX = 0, kWeights = 1, kTime = 2, kBias = 3, kState = 4;
};

// Whether the node is an SVDF whose weights are float constants.
bool is_float_svdf(const Graph& graph, const Node& node);

// The scale of the time weights: the largest becomes 512, so that the sum of 64 products with the state fits
// into 32 bits. The scale is larger if the sum of a unit and its bias could overflow.
float time_scale(const Graph& graph, const Node& node, float state_scale);

// Whether the fused activation has the limits of int8; the integer form supports no other.
bool has_activation(const Graph& graph, const Node& node);

}  // namespace nookc
