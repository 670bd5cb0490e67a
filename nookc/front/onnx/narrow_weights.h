// Constant weights of few bits that layers of floats read: a DEQUANTIZE makes floats of them, which the
// compiler leaves to the layer's kernel, so that they stay as they are in flash.
#pragma once
#include "nookc/front/onnx/mapper.h"

namespace nookc::onnx {

// Whether a quantized constant can be the operand of a DEQUANTIZE: int8, with one scale or scales along
// `axis`.
bool can_stay_narrow(const Constant& weights, int32_t axis);

// The weights of a layer as a tensor: a quantized constant of a layer of floats with a DEQUANTIZE after it.
// int4 and uint4 of the model take 4 bits.
TensorId add_weights(Mapper& m, const Constant& weights);

// Likewise weights [units][depth] with a scale for each `block` elements in sequence; `numbers` are in [-8,
// 7] for 4 bits, [-128, 127] for 8.
struct Blocks {
  int64_t units = 0, depth = 0, block = 0;
  int bits = 8;
  std::vector<int64_t> numbers;
  std::vector<float> scales;
};
TensorId add_blocks(Mapper& m, const Blocks& blocks);

}  // namespace nookc::onnx
