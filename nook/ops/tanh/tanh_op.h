#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/tanh/tanh.h"

namespace nook {

// y = tanh(x). The output's quantization is fixed: int8 scale 1/128 and zero point 0, int16 scale 2^-15.
struct Tanh : UnaryOp<Tanh, OpCode::kTanh> {
  using Forms = List<UnaryS8<Tanh>, UnaryF32<Tanh>, CurveS16<Tanh, 2>>;
};

}  // namespace nook
