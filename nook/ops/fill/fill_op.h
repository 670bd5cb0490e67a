#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// y of one value: operands shape and value. The shape is not read: the tensor y has it already.
struct Fill : PlainOp<Fill, OpCode::kFill, Role::kPrepared, Role::kData> {
  using Forms = List<MovedAny<Fill>>;
};

}  // namespace nook
