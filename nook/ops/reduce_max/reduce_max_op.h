#pragma once
#include "nook/ops/families/reduction_op.h"
#include "nook/ops/reduce_max/reduce_max.h"

namespace nook {

// y = the maximum of x along axes.
struct ReduceMax : ReductionOp<ReduceMax, OpCode::kReduceMax> {
  static constexpr float kSide = -1;
  using Forms =
      List<Reduction<ReduceMax, DType::kS8>, ReductionExtremum<ReduceMax>, Reduction<ReduceMax, DType::kS32>>;
};

}  // namespace nook
