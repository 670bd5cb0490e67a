#include "nook/ops/round/round_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_round_f32_ref, in_place, UnaryF32<Round>)

}  // namespace nook

NOOK_DEFINE_OP(Round, round)
