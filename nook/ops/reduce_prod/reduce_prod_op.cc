#include "nook/ops/reduce_prod/reduce_prod_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_reduce_prod_f32_ref, in_place, Reduction<ReduceProd, DType::kF32>)
NOOK_FAMILY_KERNEL(nook_reduce_prod_s32_ref, in_place, Reduction<ReduceProd, DType::kS32>)

}  // namespace nook

NOOK_DEFINE_OP(ReduceProd, reduce_prod)
