#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/rsqrt/rsqrt.h"

namespace nook {

// y = 1 / sqrt(x). int8 of 0 and below is 127; below 0 TensorFlow Lite ends the inference with an error.
struct Rsqrt : UnaryOp<Rsqrt, OpCode::kRsqrt> {
  using Forms = List<UnaryS8<Rsqrt>, UnaryF32<Rsqrt>>;
};

}  // namespace nook
