#include "nook/ops/reduce_all/reduce_all_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_reduce_all_bool_ref, in_place, Reduction<ReduceAll, DType::kBool>)

}  // namespace nook

NOOK_DEFINE_OP(ReduceAll, reduce_all)
