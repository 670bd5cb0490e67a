#include "nook/ops/sqrt/sqrt_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> Sqrt::f32_kernels() { NOOK_ONE_KERNEL(SqrtF32, nook_sqrt_f32_ref, in_place); }

}  // namespace nook

NOOK_DEFINE_OP(Sqrt, sqrt)
