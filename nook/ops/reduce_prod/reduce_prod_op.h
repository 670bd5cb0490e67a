#pragma once
#include "nook/ops/families/reduction_op.h"
#include "nook/ops/reduce_prod/reduce_prod.h"

namespace nook {

// y = the product of x along axes.
struct ReduceProd : ReductionOp<ReduceProd, OpCode::kReduceProd> {
  using Forms = List<Reduction<ReduceProd, DType::kF32>, Reduction<ReduceProd, DType::kS32>>;
};

}  // namespace nook
