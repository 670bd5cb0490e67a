#include "nook/ops/arg_max/arg_max_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_arg_max_s8_ref, disjoint, Index<ArgMax, DType::kS8>)
NOOK_FAMILY_KERNEL(nook_arg_max_f32_ref, disjoint, Index<ArgMax, DType::kF32>)
NOOK_FAMILY_KERNEL(nook_arg_max_s32_ref, disjoint, Index<ArgMax, DType::kS32>)

}  // namespace nook

NOOK_DEFINE_OP(ArgMax, arg_max)
