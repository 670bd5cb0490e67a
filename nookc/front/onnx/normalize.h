#pragma once
#include "nookc/front/onnx/model.h"

namespace nookc::onnx {

// Rewrites the model with fewer kinds of nodes:
//   Constant nodes                     constants
//   Conv, BatchNormalization           Conv with scaled weights
//   Div, Erf, Add, Mul, Mul            Gelu
//   QLinearConv, QLinearAdd, ...       DequantizeLinear, Conv, Add, ..., QuantizeLinear
// Also rewrites the graphs inside nodes.
void normalize(OnnxGraph& model);

}  // namespace nookc::onnx
