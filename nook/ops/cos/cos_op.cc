#include "nook/ops/cos/cos_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> Cos::f32_kernels() { NOOK_ONE_KERNEL(CosF32, nook_cos_f32_ref, in_place); }

}  // namespace nook

NOOK_DEFINE_OP(Cos, cos)
