// Scales and zero points of ONNX in nook's terms: int8 for uint8, by subtracting 128.
#pragma once
#include "nookc/front/onnx/mapper.h"

namespace nookc::onnx {

// What a QuantizeLinear or DequantizeLinear says by its scale and zero point (null: not given). Returns why
// it can't be used, empty: it can.
std::string read_quantization(const OnnxNode& node, const ConstantPtr& scale, const ConstantPtr& zero_point,
                              QuantizationOf* to);

// A constant of real numbers in integers, rounded to the nearest, of two to the even.
Constant quantized(const Constant& reals, const Quantization& to);
Constant quantized(const Constant& reals, const QuantizationOf& to);
// uint8 as int8 that stands for the same with a zero point 128 lower; others as they are.
Constant signed_bytes(const Constant& constant);

}  // namespace nookc::onnx
