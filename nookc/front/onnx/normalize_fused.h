// Operators that ONNX Runtime makes of several, as those several.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "nookc/front/onnx/model.h"

namespace nookc::onnx {

// FusedConv, SkipLayerNormalization, BiasGelu and the like in a model that was optimised before it was saved.
void take_fused_apart(OnnxGraph& model);
// Why nook keeps such an operator as it is, and so can't map it; empty: it is another operator.
std::string fused_need(const OnnxNode& node);
// Their names and domains.
std::vector<std::pair<std::string, std::string>> fused_operators();

}  // namespace nookc::onnx
