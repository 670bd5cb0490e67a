#include "nook/ops/exp/exp_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_exp_f32_ref, in_place, UnaryF32<Exp>)

}  // namespace nook

NOOK_DEFINE_OP(Exp, exp)
