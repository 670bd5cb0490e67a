#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/floor/floor.h"

namespace nook {

// y = the greatest integer that is not above x.
struct Floor : UnaryOp<Floor, OpCode::kFloor> {
  using Forms = List<UnaryF32<Floor>>;
};

}  // namespace nook
