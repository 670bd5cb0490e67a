// Weights and biases of convolutions and dense layers, in floating point or in integers.
#pragma once
#include "nookc/onnx/mapper.h"

namespace nookc::onnx {

struct Weights {
  Constant weights;  // of ONNX's shape
  ConstantPtr bias;  // null: none
};

// Of operands `w` and `b` of the node; the units of the layer are dimension `axis` of the weights. Where
// integers can't say what the model says, the node computes in floating point from here on. Empty: read; else
// why not.
std::string read_weights(Mapper& m, size_t w, size_t b, int32_t axis, Weights* to);

}  // namespace nookc::onnx
