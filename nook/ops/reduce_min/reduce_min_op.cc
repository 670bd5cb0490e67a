#include "nook/ops/reduce_min/reduce_min_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_reduce_min_s8_ref, in_place, Reduction<ReduceMin, DType::kS8>)
NOOK_FAMILY_KERNEL(nook_reduce_min_f32_ref, in_place, ReductionExtremum<ReduceMin>)
NOOK_FAMILY_KERNEL(nook_reduce_min_s32_ref, in_place, Reduction<ReduceMin, DType::kS32>)

}  // namespace nook

NOOK_DEFINE_OP(ReduceMin, reduce_min)
