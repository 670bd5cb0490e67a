#pragma once
#include "nook/ops/arg_min/arg_min.h"
#include "nook/ops/families/index_op.h"

namespace nook {

// y = the index (int32 or int64) of the smallest element of x along one axis; the first of equal elements.
// Operand 1: the axis, constant.
struct ArgMin : IndexOp<ArgMin, OpCode::kArgMin> {
  static constexpr const char* kHeader = "nook/ops/arg_min/arg_min.h";
};

}  // namespace nook
