#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/rsqrt/rsqrt.h"

namespace nook {

// y = 1 / sqrt(x). As integers, 0 and negative values result in the largest y; for negative values TensorFlow
// Lite ends the inference with an error.
struct Rsqrt : UnaryOp<Rsqrt, OpCode::kRsqrt> {
  using Forms = List<UnaryS8<Rsqrt>, UnaryF32<Rsqrt>, PointsS16<Rsqrt>>;
};

}  // namespace nook
