#include "nook/ops/sin/sin_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> Sin::f32_kernels() { NOOK_ONE_KERNEL(SinF32, nook_sin_f32_ref, in_place); }

}  // namespace nook

NOOK_DEFINE_OP(Sin, sin)
