#pragma once
#include <string>

#include "nookc/front/onnx/model.h"

namespace nookc::onnx {

// Checks the node's attributes by their names alone: returns the fault if a flag is neither 0 nor 1, or a
// number is too large for any size of a model. Empty: no fault. The operators check the meaning.
std::string wrong_attribute(const OnnxNode& node);

}  // namespace nookc::onnx
