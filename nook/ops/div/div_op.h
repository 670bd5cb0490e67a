#pragma once
#include "nook/ops/div/div.h"
#include "nook/ops/families/binary_op.h"

namespace nook {

// y = activation(a / b).
struct Div : ArithmeticOp<Div, OpCode::kDiv> {
  using Forms = List<struct DivS8, BinaryActF32<Div>, BinaryActS32<Div>, struct DivS16>;
};

// int8; each tensor has its own scale and zero point.
struct DivS8 : OpForm<Div, ByRows::kSlice> {
  NOOK_FORM(nook_div_s8);
};

// int16; each tensor has its own scale.
struct DivS16 : OpForm<Div, ByRows::kSlice> {
  NOOK_FORM(nook_div_s16);
};

}  // namespace nook
