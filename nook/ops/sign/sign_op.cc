#include "nook/ops/sign/sign_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_sign_f32_ref, in_place, UnaryF32<Sign>)

}  // namespace nook

NOOK_DEFINE_OP(Sign, sign)
