#pragma once
#include "nook/ops/exp/exp.h"
#include "nook/ops/families/unary_op.h"

namespace nook {

// y = exp(x).
struct Exp : UnaryOp<Exp, OpCode::kExp> {
  using Forms = List<UnaryS8<Exp>, UnaryF32<Exp>, PointsS16<Exp>>;
};

}  // namespace nook
