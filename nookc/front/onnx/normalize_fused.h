// Splits fused operators of ONNX Runtime into the operators that they combine.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "nookc/front/onnx/model.h"

namespace nookc::onnx {

// FusedConv, SkipLayerNormalization, BiasGelu and similar operators in a model that was optimized before it
// was saved.
void decompose_fused(OnnxGraph& model);
// Why nook does not split such an operator and so can't map it; empty: it is another operator.
std::string fused_need(const OnnxNode& node);
// Names and domains of the fused operators.
std::vector<std::pair<std::string, std::string>> fused_operators();

}  // namespace nookc::onnx
