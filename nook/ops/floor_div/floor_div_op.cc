#include "nook/ops/floor_div/floor_div_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> FloorDiv::f32_kernels() {
  NOOK_ONE_KERNEL(FloorDivF32, nook_floor_div_f32_ref, binary_in_place);
}

}  // namespace nook

NOOK_DEFINE_OP(FloorDiv, floor_div)
