#pragma once
#include "nook/ops/families/reduction_op.h"
#include "nook/ops/reduce_all/reduce_all.h"

namespace nook {

// y = whether all elements of x along axes are true.
struct ReduceAll : ReductionOp<ReduceAll, OpCode::kReduceAll> {
  using Forms = List<Reduction<ReduceAll, DType::kBool>>;
};

}  // namespace nook
