#pragma once
#include "nook/ops/families/reduction_op.h"
#include "nook/ops/reduce_min/reduce_min.h"

namespace nook {

// y = the smallest of x along axes.
struct ReduceMin : ReductionOp<ReduceMin> {
  static constexpr OpCode kCode = OpCode::kReduceMin;
  using Forms = List<Reduction<ReduceMin, DType::kS8>, Reduction<ReduceMin, DType::kF32>>;
};

using ReduceMinS8 = Reduction<ReduceMin, DType::kS8>;
using ReduceMinF32 = Reduction<ReduceMin, DType::kF32>;

template <>
Span<const Kernel> ReduceMinS8::kernels();
template <>
Span<const Kernel> ReduceMinF32::kernels();

}  // namespace nook
