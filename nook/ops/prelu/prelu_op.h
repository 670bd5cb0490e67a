#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/prelu/prelu.h"

namespace nook {

// y = a where a is at least 0, a * b elsewhere.
struct Prelu : BinaryOp<Prelu, OpCode::kPrelu> {
  using Forms = List<struct PreluS8, Binary<Prelu, DType::kF32>, struct PreluS16>;
};

// int8, each tensor with a scale and zero point of its own.
struct PreluS8 : OpForm<Prelu> {
  NOOK_FORM(nook_prelu_s8);
};

// int16 with int8 slopes.
struct PreluS16 : OpForm<Prelu> {
  NOOK_FORM(nook_prelu_s8);
};

}  // namespace nook
