#include "nook/ops/cos/cos_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_cos_f32_ref, in_place, UnaryF32<Cos>)

}  // namespace nook

NOOK_DEFINE_OP(Cos, cos)
