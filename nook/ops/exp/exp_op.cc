#include "nook/ops/exp/exp_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> Exp::f32_kernels() { NOOK_ONE_KERNEL(ExpF32, nook_exp_f32_ref, in_place); }

}  // namespace nook

NOOK_DEFINE_OP(Exp, exp)
