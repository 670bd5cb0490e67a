#include "nook/ops/arg_min/arg_min_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_arg_min_s8_ref, disjoint, Index<ArgMin, DType::kS8>)
NOOK_FAMILY_KERNEL(nook_arg_min_f32_ref, disjoint, Index<ArgMin, DType::kF32>)
NOOK_FAMILY_KERNEL(nook_arg_min_s32_ref, disjoint, Index<ArgMin, DType::kS32>)

}  // namespace nook

NOOK_DEFINE_OP(ArgMin, arg_min)
