#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// Fills y with one value. Operands: shape and value. The shape is ignored: y has it already.
struct Fill : PlainOp<Fill, OpCode::kFill, Role::kPrepared, Role::kData> {
  using Forms = List<MovedAny<Fill>>;
};

}  // namespace nook
