#include "nook/ops/sign/sign_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> Sign::f32_kernels() { NOOK_ONE_KERNEL(SignF32, nook_sign_f32_ref, in_place); }

}  // namespace nook

NOOK_DEFINE_OP(Sign, sign)
