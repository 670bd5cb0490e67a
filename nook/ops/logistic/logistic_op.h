#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/logistic/logistic.h"

namespace nook {

// y = 1 / (1 + exp(-x)). The output's quantization is fixed: int8 scale 1/256 and zero point -128, int16
// scale 2^-15.
struct Logistic : UnaryOp<Logistic, OpCode::kLogistic> {
  using Forms = List<UnaryS8<Logistic>, UnaryF32<Logistic>, CurveS16<Logistic, 1>>;
};

}  // namespace nook
