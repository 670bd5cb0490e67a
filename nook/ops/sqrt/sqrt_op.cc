#include "nook/ops/sqrt/sqrt_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_sqrt_f32_ref, in_place, UnaryF32<Sqrt>)

}  // namespace nook

NOOK_DEFINE_OP(Sqrt, sqrt)
