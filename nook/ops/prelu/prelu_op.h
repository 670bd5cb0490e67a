#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/prelu/prelu.h"

namespace nook {

// y = a if a >= 0, else a * b.
struct Prelu : BinaryOp<Prelu, OpCode::kPrelu> {
  using Forms = List<struct PreluS8, Binary<Prelu, DType::kF32>, struct PreluS16>;
};

// int8; each tensor has its own scale and zero point.
struct PreluS8 : OpForm<Prelu, ByRows::kSlice> {
  NOOK_FORM(nook_prelu_s8);
};

// int16 with int8 slopes.
struct PreluS16 : OpForm<Prelu, ByRows::kSlice> {
  NOOK_FORM(nook_prelu_s8);
};

}  // namespace nook
