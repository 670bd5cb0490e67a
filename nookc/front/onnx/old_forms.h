// Operators of opsets 1 to 6, which have other attributes than operators of opset 7.
#pragma once
#include <string>
#include <vector>

#include "nookc/front/onnx/ops.h"

namespace nookc::onnx {

// Gives the nodes of opsets below 7 the attributes of opset 7 where only these differ; attributes that depend
// on shapes are left to the mapping of the operator. Returns the nodes that can't be renewed, with reasons.
std::vector<std::string> renew_attributes(OnnxModel& model);

// The shape of operand 1 of a binary operator for broadcasting from the last dimension, also before opset 7,
// where `axis` says which dimension of operand 0 its first one is. Returns the reason, or an empty text.
std::string aligned_shape(const OnnxNode& node, int64_t opset, const Dims& a, Dims* b);

// Operand 1 in that shape; a reason goes to the mapper.
Value second_operand(Mapper& m, const Value& first);

}  // namespace nookc::onnx
