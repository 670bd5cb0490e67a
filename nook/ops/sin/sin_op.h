#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/sin/sin.h"

namespace nook {

// y = sin(x), with x in radians.
struct Sin : UnaryOp<Sin, OpCode::kSin> {
  using Forms = List<UnaryF32<Sin>>;
};

}  // namespace nook
