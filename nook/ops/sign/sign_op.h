#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/sign/sign.h"

namespace nook {

// y = 1 if x > 0, -1 if x < 0, else x (zero or NaN).
struct Sign : UnaryOp<Sign, OpCode::kSign> {
  using Forms = List<UnaryF32<Sign>>;
};

}  // namespace nook
