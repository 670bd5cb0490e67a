#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/relu_n1_to_1/relu_n1_to_1.h"

namespace nook {

// y = x clamped to [-1, 1].
struct ReluN1To1 : UnaryOp<ReluN1To1, OpCode::kReluN1To1> {
  using Forms = List<UnaryS8<ReluN1To1>, UnaryF32<ReluN1To1>>;
};

}  // namespace nook
