#include "nook/ops/arg_max/arg_max_op.h"

#include "nook/ops/define_op.h"

namespace nook {

template <>
Span<const Kernel> ArgMaxS8::kernels() {
  NOOK_ONE_KERNEL(ArgMaxS8, nook_arg_max_s8_ref, disjoint);
}
template <>
Span<const Kernel> ArgMaxF32::kernels() {
  NOOK_ONE_KERNEL(ArgMaxF32, nook_arg_max_f32_ref, disjoint);
}

}  // namespace nook

NOOK_DEFINE_OP(ArgMax, arg_max)
