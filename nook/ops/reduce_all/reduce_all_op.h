#pragma once
#include "nook/ops/families/reduction_op.h"
#include "nook/ops/reduce_all/reduce_all.h"

namespace nook {

// y = whether all of x are true along axes.
struct ReduceAll : ReductionOp<ReduceAll> {
  static constexpr OpCode kCode = OpCode::kReduceAll;
  using Forms = List<Reduction<ReduceAll, DType::kBool>>;
};

using ReduceAllBool = Reduction<ReduceAll, DType::kBool>;

template <>
Span<const Kernel> ReduceAllBool::kernels();

}  // namespace nook
