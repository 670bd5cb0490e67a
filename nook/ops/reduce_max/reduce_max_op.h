#pragma once
#include "nook/ops/families/reduction_op.h"
#include "nook/ops/reduce_max/reduce_max.h"

namespace nook {

// y = the largest of x along axes.
struct ReduceMax : ReductionOp<ReduceMax> {
  static constexpr OpCode kCode = OpCode::kReduceMax;
  using Forms = List<Reduction<ReduceMax, DType::kS8>, Reduction<ReduceMax, DType::kF32>>;
};

using ReduceMaxS8 = Reduction<ReduceMax, DType::kS8>;
using ReduceMaxF32 = Reduction<ReduceMax, DType::kF32>;

template <>
Span<const Kernel> ReduceMaxS8::kernels();
template <>
Span<const Kernel> ReduceMaxF32::kernels();

}  // namespace nook
