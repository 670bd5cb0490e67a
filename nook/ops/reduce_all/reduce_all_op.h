#pragma once
#include "nook/ops/families/reduction_op.h"
#include "nook/ops/reduce_all/reduce_all.h"

namespace nook {

// y = whether all of x are true along axes.
struct ReduceAll : ReductionOp<ReduceAll, OpCode::kReduceAll> {
  using Forms = List<Reduction<ReduceAll, DType::kBool>>;
};

}  // namespace nook
