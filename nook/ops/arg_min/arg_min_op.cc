#include "nook/ops/arg_min/arg_min_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> ArgMin::s8_kernels() { NOOK_ONE_KERNEL(ArgMinS8, nook_arg_min_s8_ref, disjoint); }
Span<const Kernel> ArgMin::f32_kernels() { NOOK_ONE_KERNEL(ArgMinF32, nook_arg_min_f32_ref, disjoint); }

}  // namespace nook

NOOK_DEFINE_OP(ArgMin, arg_min)
