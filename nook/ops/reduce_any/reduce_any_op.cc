#include "nook/ops/reduce_any/reduce_any_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_reduce_any_bool_ref, in_place, Reduction<ReduceAny, DType::kBool>)

}  // namespace nook

NOOK_DEFINE_OP(ReduceAny, reduce_any)
