#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// y = x reversed along axes. Operand 1: the axes, constant.
struct ReverseV2 : PlainOp<ReverseV2, OpCode::kReverseV2, Role::kData, Role::kPrepared> {
  using Forms = List<MovedAny<ReverseV2>>;
};

}  // namespace nook
