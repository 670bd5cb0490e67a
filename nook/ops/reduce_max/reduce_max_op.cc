#include "nook/ops/reduce_max/reduce_max_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> ReduceMax::s8_kernels() { NOOK_ONE_KERNEL(ReduceMaxS8, nook_reduce_max_s8_ref, in_place); }
Span<const Kernel> ReduceMax::f32_kernels() {
  NOOK_ONE_KERNEL(ReduceMaxF32, nook_reduce_max_f32_ref, in_place);
}

}  // namespace nook

NOOK_DEFINE_OP(ReduceMax, reduce_max)
