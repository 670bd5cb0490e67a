#pragma once
#include "nook/ops/families/reduction_op.h"
#include "nook/ops/reduce_prod/reduce_prod.h"

namespace nook {

// y = product of x along axes.
struct ReduceProd : ReductionOp<ReduceProd> {
  static constexpr OpCode kCode = OpCode::kReduceProd;
  using Forms = List<Reduction<ReduceProd, DType::kF32>, Reduction<ReduceProd, DType::kS32>>;
};

using ReduceProdF32 = Reduction<ReduceProd, DType::kF32>;
using ReduceProdS32 = Reduction<ReduceProd, DType::kS32>;

template <>
Span<const Kernel> ReduceProdF32::kernels();
template <>
Span<const Kernel> ReduceProdS32::kernels();

}  // namespace nook
