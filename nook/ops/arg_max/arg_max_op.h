#pragma once
#include "nook/ops/arg_max/arg_max.h"
#include "nook/ops/families/index_op.h"

namespace nook {

// y = the index (int32 or int64) of the largest element of x along one axis; the first of equal elements.
// Operand 1: the axis, constant.
struct ArgMax : IndexOp<ArgMax, OpCode::kArgMax> {
  static constexpr const char* kHeader = "nook/ops/arg_max/arg_max.h";
};

}  // namespace nook
