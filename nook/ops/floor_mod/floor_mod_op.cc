#include "nook/ops/floor_mod/floor_mod_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> FloorMod::f32_kernels() {
  NOOK_ONE_KERNEL(FloorModF32, nook_floor_mod_f32_ref, binary_in_place);
}

}  // namespace nook

NOOK_DEFINE_OP(FloorMod, floor_mod)
