#pragma once
#include "nook/ops/arg_min/arg_min.h"
#include "nook/ops/families/index_op.h"

namespace nook {

// y = index of the smallest element of x along the axis of operand 1, a constant; the first of equals. int32.
struct ArgMin : IndexOp<ArgMin, OpCode::kArgMin> {
  static constexpr const char* kHeader = "nook/ops/arg_min/arg_min.h";
};

}  // namespace nook
