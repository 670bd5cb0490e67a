#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/sign/sign.h"

namespace nook {

// y = 1 where x > 0, -1 where x < 0, else x: a zero, or no number.
struct Sign : UnaryOp<Sign, OpCode::kSign> {
  using Forms = List<UnaryF32<Sign>>;
};

}  // namespace nook
