#include "nook/ops/neg/neg_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> Neg::f32_kernels() { NOOK_ONE_KERNEL(NegF32, nook_neg_f32_ref, in_place); }

}  // namespace nook

NOOK_DEFINE_OP(Neg, neg)
