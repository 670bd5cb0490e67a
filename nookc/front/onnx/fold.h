// What a node makes of constants only: the arithmetic of shapes, and constants that other nodes make.
#pragma once
#include <functional>

#include "nookc/front/onnx/mapper.h"

namespace nookc::onnx {

// Whether there is a rule for the operator at all.
bool can_fold(const OnnxNode& node);

// The result, if it is known before the model runs; null: it is not. `budget` is how many elements may still
// be made like this.
using Lookup = std::function<const Value*(const std::string&)>;
ConstantPtr fold(const OnnxNode& node, int64_t opset, const Lookup& lookup, int64_t* budget);

}  // namespace nookc::onnx
