#include "nook/ops/ceil/ceil_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> Ceil::f32_kernels() { NOOK_ONE_KERNEL(CeilF32, nook_ceil_f32_ref, in_place); }

}  // namespace nook

NOOK_DEFINE_OP(Ceil, ceil)
