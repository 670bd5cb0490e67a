#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/round/round.h"

namespace nook {

// y = the integer nearest to x, of two the even one; what rounds to 0 from below is +0.
struct Round : UnaryOp<Round, OpCode::kRound> {
  using Forms = List<UnaryF32<Round>>;
};

}  // namespace nook
