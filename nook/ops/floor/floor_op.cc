#include "nook/ops/floor/floor_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> Floor::f32_kernels() { NOOK_ONE_KERNEL(FloorF32, nook_floor_f32_ref, in_place); }

}  // namespace nook

NOOK_DEFINE_OP(Floor, floor)
