#include "nook/ops/reduce_min/reduce_min_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> ReduceMin::s8_kernels() { NOOK_ONE_KERNEL(ReduceMinS8, nook_reduce_min_s8_ref, in_place); }
Span<const Kernel> ReduceMin::f32_kernels() {
  NOOK_ONE_KERNEL(ReduceMinF32, nook_reduce_min_f32_ref, in_place);
}

}  // namespace nook

NOOK_DEFINE_OP(ReduceMin, reduce_min)
