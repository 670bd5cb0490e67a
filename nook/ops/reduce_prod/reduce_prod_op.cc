#include "nook/ops/reduce_prod/reduce_prod_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> ReduceProd::f32_kernels() {
  NOOK_ONE_KERNEL(ReduceProdF32, nook_reduce_prod_f32_ref, in_place);
}
Span<const Kernel> ReduceProd::s32_kernels() {
  NOOK_ONE_KERNEL(ReduceProdS32, nook_reduce_prod_s32_ref, in_place);
}

}  // namespace nook

NOOK_DEFINE_OP(ReduceProd, reduce_prod)
