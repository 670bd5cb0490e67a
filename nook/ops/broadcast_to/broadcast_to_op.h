#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// Repeats x along dimensions that have size 1 or are missing. Operand 1, the shape, is ignored: y has it
// already.
struct BroadcastTo : PlainOp<BroadcastTo, OpCode::kBroadcastTo, Role::kData, Role::kPrepared> {
  using Forms = List<MovedAny<BroadcastTo>>;
};

}  // namespace nook
