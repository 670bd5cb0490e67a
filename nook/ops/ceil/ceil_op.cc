#include "nook/ops/ceil/ceil_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_ceil_f32_ref, in_place, UnaryF32<Ceil>)

}  // namespace nook

NOOK_DEFINE_OP(Ceil, ceil)
