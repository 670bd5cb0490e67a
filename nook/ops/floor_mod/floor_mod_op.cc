#include "nook/ops/floor_mod/floor_mod_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_floor_mod_f32_ref, binary_in_place, Binary<FloorMod, DType::kF32>)
NOOK_FAMILY_KERNEL(nook_floor_mod_s32_ref, binary_in_place, Binary<FloorMod, DType::kS32>)

}  // namespace nook

NOOK_DEFINE_OP(FloorMod, floor_mod)
