// Weights and biases of convolutions and dense layers, in floating point or in integers.
#pragma once
#include "nookc/front/onnx/mapper.h"

namespace nookc::onnx {

struct Weights {
  Constant weights;  // of ONNX's shape
  ConstantPtr bias;  // null: none
  // Channels of a group that the layer reads once more behind all of it: what int8 has no room for of their
  // weights, once the zero point is taken away, is the weights of those.
  std::vector<int64_t> again = {};
};

// Of operands `w` and `b` of the node; the units of the layer are dimension `axis` of the weights. Where
// integers can't say what the model says, the node computes in floating point from here on. Empty: read; else
// why not.
std::string read_weights(Mapper& m, size_t w, size_t b, int32_t axis, Weights* to);

// The operand of the layer, its channels along `axis`, with those that are read once more.
Value with_again(Mapper& m, const Value& x, int64_t axis, int64_t groups, const Weights& weights);

}  // namespace nookc::onnx
