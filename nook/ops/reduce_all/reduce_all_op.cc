#include "nook/ops/reduce_all/reduce_all_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> ReduceAll::bool_kernels() {
  NOOK_ONE_KERNEL(ReduceAllBool, nook_reduce_all_bool_ref, in_place);
}

}  // namespace nook

NOOK_DEFINE_OP(ReduceAll, reduce_all)
