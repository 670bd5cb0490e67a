#include "nook/ops/square/square_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_square_f32_ref, in_place, UnaryF32<Square>)

}  // namespace nook

NOOK_DEFINE_OP(Square, square)
