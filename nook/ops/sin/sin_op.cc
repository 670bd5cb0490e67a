#include "nook/ops/sin/sin_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_sin_f32_ref, in_place, UnaryF32<Sin>)

}  // namespace nook

NOOK_DEFINE_OP(Sin, sin)
