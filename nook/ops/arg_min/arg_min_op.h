#pragma once
#include "nook/ops/arg_min/arg_min.h"
#include "nook/ops/families/index_op.h"

namespace nook {

// y = index of the smallest element of x along the axis of operand 1, a constant; the first of equals. int32.
struct ArgMin : IndexOp<ArgMin, OpCode::kArgMin> {
  static constexpr const char* kHeader = "nook/ops/arg_min/arg_min.h";
  static Span<const Kernel> s8_kernels(), f32_kernels();
};

using ArgMinS8 = Index<ArgMin, DType::kS8>;
using ArgMinF32 = Index<ArgMin, DType::kF32>;

}  // namespace nook
