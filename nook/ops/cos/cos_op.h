#pragma once
#include "nook/ops/cos/cos.h"
#include "nook/ops/families/unary_op.h"

namespace nook {

// y = cos(x), with x in radians.
struct Cos : UnaryOp<Cos, OpCode::kCos> {
  using Forms = List<UnaryF32<Cos>>;
};

}  // namespace nook
