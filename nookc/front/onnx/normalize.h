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

// Whether the node is of a kind that normalize() replaces by operators of ONNX.
bool is_rewritten(const OnnxNode& node);

}  // namespace nookc::onnx
