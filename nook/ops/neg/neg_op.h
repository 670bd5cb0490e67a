#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/neg/neg.h"

namespace nook {

// y = -x.
struct Neg : UnaryOp<Neg, OpCode::kNeg> {
  using Forms = List<UnaryF32<Neg>>;
};

}  // namespace nook
