#pragma once
#include "nook/ops/families/reduction_op.h"
#include "nook/ops/reduce_any/reduce_any.h"

namespace nook {

// y = whether any element of x along axes is true.
struct ReduceAny : ReductionOp<ReduceAny, OpCode::kReduceAny> {
  using Forms = List<Reduction<ReduceAny, DType::kBool>>;
};

}  // namespace nook
