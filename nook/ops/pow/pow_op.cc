#include "nook/ops/pow/pow_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> Pow::f32_kernels() { NOOK_ONE_KERNEL(PowF32, nook_pow_f32_ref, binary_in_place); }
Span<const Kernel> Pow::s32_kernels() { NOOK_ONE_KERNEL(PowS32, nook_pow_s32_ref, binary_in_place); }

}  // namespace nook

NOOK_DEFINE_OP(Pow, pow)
