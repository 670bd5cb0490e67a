#pragma once
#include "nook/ops/arg_max/arg_max.h"
#include "nook/ops/families/index_op.h"

namespace nook {

// y = index of the largest element of x along the axis of operand 1, a constant; the first of equals. int32.
struct ArgMax : IndexOp<ArgMax> {
  static constexpr OpCode kCode = OpCode::kArgMax;
  static constexpr const char* kHeader = "nook/ops/arg_max/arg_max.h";
};

using ArgMaxS8 = Index<ArgMax, DType::kS8>;
using ArgMaxF32 = Index<ArgMax, DType::kF32>;

template <>
Span<const Kernel> ArgMaxS8::kernels();
template <>
Span<const Kernel> ArgMaxF32::kernels();

}  // namespace nook
