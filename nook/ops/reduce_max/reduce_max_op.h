#pragma once
#include "nook/ops/families/reduction_op.h"
#include "nook/ops/reduce_max/reduce_max.h"

namespace nook {

// y = the maximum of x along axes.
struct ReduceMax : ReductionOp<ReduceMax, OpCode::kReduceMax> {
  using Forms = List<Reduction<ReduceMax, DType::kS8>, Reduction<ReduceMax, DType::kF32>>;
};

}  // namespace nook
