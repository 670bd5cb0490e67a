#pragma once
#include <string>

#include "nookc/front/onnx/model.h"

namespace nookc::onnx {

// What is wrong with the node's attributes by their names alone: a number where the format has 0 or 1, or one
// that no size of a model can be. Empty: nothing. Operators look at what they mean.
std::string wrong_attribute(const OnnxNode& node);

}  // namespace nookc::onnx
