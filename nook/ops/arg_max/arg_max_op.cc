#include "nook/ops/arg_max/arg_max_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> ArgMax::s8_kernels() { NOOK_ONE_KERNEL(ArgMaxS8, nook_arg_max_s8_ref, disjoint); }
Span<const Kernel> ArgMax::f32_kernels() { NOOK_ONE_KERNEL(ArgMaxF32, nook_arg_max_f32_ref, disjoint); }

}  // namespace nook

NOOK_DEFINE_OP(ArgMax, arg_max)
