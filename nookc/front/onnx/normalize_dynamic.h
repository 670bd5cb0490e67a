#pragma once
#include "nookc/front/onnx/model.h"

namespace nookc::onnx {

// Replaces integer products (MatMulInteger, ConvInteger) by products of real numbers. If the integers come
// from a DynamicQuantizeLinear, whose scale is known only at run time, its unrounded real operand is used
// instead, with a scale of 1: results are closer to the original float network than the model's own.
void decompose_dynamic(OnnxGraph& model);

// The operators that it replaces: name and domain.
std::vector<std::pair<std::string, std::string>> dynamic_operators();

}  // namespace nookc::onnx
