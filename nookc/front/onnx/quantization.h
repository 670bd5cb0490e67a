// Converts scales and zero points of ONNX to nook's: int8 for uint8, by subtracting 128, int16 for uint16.
#pragma once
#include "nookc/front/onnx/mapper.h"

namespace nookc::onnx {

// Reads the scale and zero point (null: not given) of a QuantizeLinear or DequantizeLinear. Returns the
// reason if it can't be used, otherwise an empty text.
std::string read_quantization(const OnnxNode& node, const ConstantPtr& scale, const ConstantPtr& zero_point,
                              QuantizationOf* to);

// Quantizes a constant of real numbers, rounding halves to even.
Constant quantized(const Constant& reals, const Quantization& to);
Constant quantized(const Constant& reals, const QuantizationOf& to);
// Converts uint8 to int8 with the same meaning and a zero point 128 lower, uint16 to int16 likewise (32768);
// other types are unchanged.
Constant signed_numbers(const Constant& constant);

}  // namespace nookc::onnx
