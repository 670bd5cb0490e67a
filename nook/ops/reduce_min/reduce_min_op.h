#pragma once
#include "nook/ops/families/reduction_op.h"
#include "nook/ops/reduce_min/reduce_min.h"

namespace nook {

// y = the minimum of x along axes.
struct ReduceMin : ReductionOp<ReduceMin, OpCode::kReduceMin> {
  static constexpr float kSide = 1;
  using Forms =
      List<Reduction<ReduceMin, DType::kS8>, ReductionExtremum<ReduceMin>, Reduction<ReduceMin, DType::kS32>>;
};

}  // namespace nook
