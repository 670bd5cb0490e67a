#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/sqrt/sqrt.h"

namespace nook {

// y = the square root of x; NaN for negative x. As integers, y is rounded down, and is 0 for negative x, for
// which TensorFlow Lite ends the inference with an error.
struct Sqrt : UnaryOp<Sqrt, OpCode::kSqrt> {
  using Forms = List<UnaryS8<Sqrt>, UnaryF32<Sqrt>, struct SqrtS16>;
};

// int16.
struct SqrtS16 : OpForm<Sqrt, ByRows::kSlice> {
  NOOK_FORM(nook_sqrt_s16);
};

}  // namespace nook
