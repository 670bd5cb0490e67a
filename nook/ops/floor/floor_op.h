#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/floor/floor.h"

namespace nook {

// y = x rounded down to an integer.
struct Floor : UnaryOp<Floor, OpCode::kFloor> {
  using Forms = List<UnaryF32<Floor>>;
};

}  // namespace nook
