#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// x repeated along dimensions where it has size 1, or which it has not got. Operand 1, the shape, is not
// read: the tensor y has it already.
struct BroadcastTo : PlainOp<BroadcastTo, OpCode::kBroadcastTo, Role::kData, Role::kPrepared> {
  using Forms = List<MovedAny<BroadcastTo>>;
};

}  // namespace nook
