#include "nook/ops/floor_mod/floor_mod_op.h"

#include "nook/ops/define_op.h"

namespace nook {

template <>
Span<const Kernel> FloorModF32::kernels() {
  NOOK_ONE_KERNEL(FloorModF32, nook_floor_mod_f32_ref, binary_in_place);
}

}  // namespace nook

NOOK_DEFINE_OP(FloorMod, floor_mod)
