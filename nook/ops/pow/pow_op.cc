#include "nook/ops/pow/pow_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_pow_f32_ref, binary_in_place, Binary<Pow, DType::kF32>)
NOOK_FAMILY_KERNEL(nook_pow_s32_ref, binary_in_place, Binary<Pow, DType::kS32>)

}  // namespace nook

NOOK_DEFINE_OP(Pow, pow)
