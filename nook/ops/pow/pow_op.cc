#include "nook/ops/pow/pow_op.h"

#include "nook/ops/define_op.h"

namespace nook {

template <>
Span<const Kernel> PowF32::kernels() {
  NOOK_ONE_KERNEL(PowF32, nook_pow_f32_ref, binary_in_place);
}
template <>
Span<const Kernel> PowS32::kernels() {
  NOOK_ONE_KERNEL(PowS32, nook_pow_s32_ref, binary_in_place);
}

}  // namespace nook

NOOK_DEFINE_OP(Pow, pow)
