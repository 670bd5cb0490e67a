#include "nook/ops/round/round_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> Round::f32_kernels() { NOOK_ONE_KERNEL(RoundF32, nook_round_f32_ref, in_place); }

}  // namespace nook

NOOK_DEFINE_OP(Round, round)
