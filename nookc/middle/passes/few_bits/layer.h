// Layers of floats whose weights are few levels of a scale.
#pragma once
#include <optional>

#include "nook/core/quantize.h"
#include "nook/ops/few_bits/few_bits_op.h"
#include "nookc/graph/users.h"
#include "nookc/middle/passes/few_bits/weights.h"

namespace nookc::bits {

// A CONV_2D, DEPTHWISE_CONV_2D or FULLY_CONNECTED with constants.
struct FloatLayer {
  nook::FewBits::Attrs window;  // the filter, strides, padding and groups
  bool dense = true;            // on the last dimension of the weights, of any input
  bool padded = false;          // some inputs are outside the image
  FewWeights weights;
  std::vector<float> bias;  // empty: none
  nook::Activation activation = nook::Activation::kNone;
};

// Nothing if it is another operator, or its weights are not few levels per channel. Weights may be the result
// of a DEQUANTIZE of a constant.
std::optional<FloatLayer> float_layer(Graph& graph, const Users& users, size_t node);

// The least and the largest sum of each channel, for inputs of these levels; false: floats do not hold all
// sums exactly.
bool bound_sums(const FloatLayer& layer, const LevelRange& x, std::vector<int64_t>* least,
                std::vector<int64_t>* most);

}  // namespace nookc::bits
