#pragma once
#include <utility>

#include "nookc/front/onnx/model.h"

namespace nookc::onnx {

// QLinearConv(x, ...) -> DequantizeLinear of each operand, Conv, QuantizeLinear; likewise for the others.
void decompose_quantized(OnnxGraph& model);

// The operators that it replaces: name and domain.
std::vector<std::pair<std::string, std::string>> quantized_operators();

}  // namespace nookc::onnx
