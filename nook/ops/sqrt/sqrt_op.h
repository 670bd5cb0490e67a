#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/sqrt/sqrt.h"

namespace nook {

// y = the square root of x; NaN for negative x.
struct Sqrt : UnaryOp<Sqrt, OpCode::kSqrt> {
  using Forms = List<UnaryF32<Sqrt>>;
};

}  // namespace nook
