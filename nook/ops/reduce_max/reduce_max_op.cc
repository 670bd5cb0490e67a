#include "nook/ops/reduce_max/reduce_max_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_reduce_max_s8_ref, in_place, Reduction<ReduceMax, DType::kS8>)
NOOK_FAMILY_KERNEL(nook_reduce_max_f32_ref, in_place, ReductionExtremum<ReduceMax>)
NOOK_FAMILY_KERNEL(nook_reduce_max_s32_ref, in_place, Reduction<ReduceMax, DType::kS32>)

}  // namespace nook

NOOK_DEFINE_OP(ReduceMax, reduce_max)
