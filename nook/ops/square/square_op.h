#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/square/square.h"

namespace nook {

// y = x * x.
struct Square : UnaryOp<Square, OpCode::kSquare> {
  using Forms = List<UnaryF32<Square>>;
};

}  // namespace nook
