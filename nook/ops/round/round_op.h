#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/round/round.h"

namespace nook {

// y = x rounded to the nearest integer, ties to even. Negative values that round to 0 become +0.
struct Round : UnaryOp<Round, OpCode::kRound> {
  using Forms = List<UnaryF32<Round>>;
};

}  // namespace nook
