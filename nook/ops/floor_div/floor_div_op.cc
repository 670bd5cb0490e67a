#include "nook/ops/floor_div/floor_div_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_floor_div_f32_ref, binary_in_place, Binary<FloorDiv, DType::kF32>)
NOOK_FAMILY_KERNEL(nook_floor_div_s32_ref, binary_in_place, Binary<FloorDiv, DType::kS32>)

}  // namespace nook

NOOK_DEFINE_OP(FloorDiv, floor_div)
