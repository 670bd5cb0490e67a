#pragma once
#include "nook/ops/families/by_type.h"
#include "nook/ops/families/reduction_op.h"
#include "nook/ops/sum/sum.h"

namespace nook {

// int8 and int16; input and output may have different scales.
template <DType type>
using SumQuantized = ByType<struct Sum, type>;

// y = the sum of x along axes.
struct Sum : ReductionOp<Sum, OpCode::kSum> {
  NOOK_FORMS_BY_TYPE(nook_sum);
  using Forms = List<SumQuantized<DType::kS8>, Reduction<Sum, DType::kF32>, SumQuantized<DType::kS16>,
                     Reduction<Sum, DType::kS32>>;
};

}  // namespace nook
