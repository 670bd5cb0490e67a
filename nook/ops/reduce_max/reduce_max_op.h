#pragma once
#include "nook/ops/families/reduction_op.h"
#include "nook/ops/reduce_max/reduce_max.h"

namespace nook {

// y = the largest of x along axes.
struct ReduceMax : ReductionOp<ReduceMax, OpCode::kReduceMax> {
  using Forms = List<Reduction<ReduceMax, DType::kS8>, Reduction<ReduceMax, DType::kF32>>;
  static Span<const Kernel> s8_kernels(), f32_kernels();
};

using ReduceMaxS8 = Reduction<ReduceMax, DType::kS8>;
using ReduceMaxF32 = Reduction<ReduceMax, DType::kF32>;

}  // namespace nook
