#include "nook/ops/floor/floor_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_floor_f32_ref, in_place, UnaryF32<Floor>)

}  // namespace nook

NOOK_DEFINE_OP(Floor, floor)
