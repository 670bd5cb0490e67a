#pragma once
#include "nook/ops/arg_max/arg_max.h"
#include "nook/ops/families/index_op.h"

namespace nook {

// y = index of the largest element of x along the axis of operand 1, a constant; the first of equals. int32.
struct ArgMax : IndexOp<ArgMax, OpCode::kArgMax> {
  static constexpr const char* kHeader = "nook/ops/arg_max/arg_max.h";
};

}  // namespace nook
