#include "nook/ops/reduce_min/reduce_min_op.h"

#include "nook/ops/define_op.h"

namespace nook {

template <>
Span<const Kernel> ReduceMinS8::kernels() {
  NOOK_ONE_KERNEL(ReduceMinS8, nook_reduce_min_s8_ref, in_place);
}
template <>
Span<const Kernel> ReduceMinF32::kernels() {
  NOOK_ONE_KERNEL(ReduceMinF32, nook_reduce_min_f32_ref, in_place);
}

}  // namespace nook

NOOK_DEFINE_OP(ReduceMin, reduce_min)
