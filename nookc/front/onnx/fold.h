// Computes nodes that read constants only: shape arithmetic, and constants derived from other constants.
#pragma once
#include <functional>

#include "nookc/front/onnx/mapper.h"

namespace nookc::onnx {

// Whether there is a rule for the operator at all.
bool can_fold(const OnnxNode& node);

// The result, if it is known before the model runs; otherwise null. `budget` is the number of elements that
// may still be computed this way.
using Lookup = std::function<const Value*(const std::string&)>;
ConstantPtr fold(const OnnxNode& node, int64_t opset, const Lookup& lookup, int64_t* budget);

}  // namespace nookc::onnx
