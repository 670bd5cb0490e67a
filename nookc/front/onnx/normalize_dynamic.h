#pragma once
#include "nookc/front/onnx/model.h"

namespace nookc::onnx {

// Makes of products of integers (MatMulInteger, ConvInteger) those of real numbers. Where a
// DynamicQuantizeLinear makes the integers, whose scale is known only when the model runs, the real numbers
// that it rounds are taken instead, and its scale is 1: results are nearer to those of the network that was
// quantized than the model's own.
void take_dynamic_apart(OnnxGraph& model);

}  // namespace nookc::onnx
