#pragma once
#include "nookc/front/onnx/model.h"

namespace nookc::onnx {

// The same model in fewer kinds of nodes:
//   Constant nodes                     constants
//   Conv, BatchNormalization           Conv with other weights
//   Div, Erf, Add, Mul, Mul            Gelu
//   QLinearConv, QLinearAdd, ...       DequantizeLinear, Conv, Add, ..., QuantizeLinear
// Also in the graphs inside of nodes.
void normalize(OnnxGraph& model);

}  // namespace nookc::onnx
