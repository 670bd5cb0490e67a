#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/square/square.h"

namespace nook {

// y = x * x. As integers, with the arithmetic of MUL.
struct Square : UnaryOp<Square, OpCode::kSquare> {
  using Forms = List<UnaryS8<Square>, UnaryF32<Square>, struct SquareS16>;
};

// int16.
struct SquareS16 : OpForm<Square, ByRows::kSlice> {
  NOOK_FORM(nook_square_s16);
};

}  // namespace nook
