// Weights and biases of convolutions and dense layers, in floating point or integers.
#pragma once
#include "nookc/front/onnx/mapper.h"

namespace nookc::onnx {

struct Weights {
  Constant weights;  // in ONNX's shape; quantized, also for a layer of floats if add_weights() can store them
  ConstantPtr bias;  // null if absent
  // Channels of a group that the layer reads once more after all others: they carry the remainders of weights
  // that do not fit int8 after the zero point is subtracted.
  std::vector<int64_t> again = {};
};

// Reads operands `w` and `b` of the node; the units of the layer are dimension `axis` of the weights. If
// integers can't represent the weights exactly, the node computes in floating point from here on. Returns the
// error, or an empty text.
std::string read_weights(Mapper& m, size_t w, size_t b, int32_t axis, Weights* to);

// The operand of the layer, with the repeated channels appended along `axis`.
Value with_again(Mapper& m, const Value& x, int64_t axis, int64_t groups, const Weights& weights);

}  // namespace nookc::onnx
