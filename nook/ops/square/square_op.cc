#include "nook/ops/square/square_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> Square::f32_kernels() { NOOK_ONE_KERNEL(SquareF32, nook_square_f32_ref, in_place); }

}  // namespace nook

NOOK_DEFINE_OP(Square, square)
