#include "nook/ops/reduce_any/reduce_any_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> ReduceAny::bool_kernels() {
  NOOK_ONE_KERNEL(ReduceAnyBool, nook_reduce_any_bool_ref, in_place);
}

}  // namespace nook

NOOK_DEFINE_OP(ReduceAny, reduce_any)
