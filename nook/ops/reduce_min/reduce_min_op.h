#pragma once
#include "nook/ops/families/reduction_op.h"
#include "nook/ops/reduce_min/reduce_min.h"

namespace nook {

// y = the smallest of x along axes.
struct ReduceMin : ReductionOp<ReduceMin, OpCode::kReduceMin> {
  using Forms = List<Reduction<ReduceMin, DType::kS8>, Reduction<ReduceMin, DType::kF32>>;
  static Span<const Kernel> s8_kernels(), f32_kernels();
};

using ReduceMinS8 = Reduction<ReduceMin, DType::kS8>;
using ReduceMinF32 = Reduction<ReduceMin, DType::kF32>;

}  // namespace nook
