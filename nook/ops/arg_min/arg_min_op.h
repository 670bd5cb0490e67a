#pragma once
#include "nook/ops/arg_min/arg_min.h"
#include "nook/ops/families/index_op.h"

namespace nook {

// y = index of the smallest element of x along the axis of operand 1, a constant; the first of equals. int32.
struct ArgMin : IndexOp<ArgMin> {
  static constexpr OpCode kCode = OpCode::kArgMin;
  static constexpr const char* kHeader = "nook/ops/arg_min/arg_min.h";
};

using ArgMinS8 = Index<ArgMin, DType::kS8>;
using ArgMinF32 = Index<ArgMin, DType::kF32>;

template <>
Span<const Kernel> ArgMinS8::kernels();
template <>
Span<const Kernel> ArgMinF32::kernels();

}  // namespace nook
