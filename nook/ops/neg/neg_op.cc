#include "nook/ops/neg/neg_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_neg_f32_ref, in_place, UnaryF32<Neg>)

}  // namespace nook

NOOK_DEFINE_OP(Neg, neg)
