#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/relu_0_to_1/relu_0_to_1.h"

namespace nook {

// y = x clamped to [0, 1].
struct Relu0To1 : UnaryOp<Relu0To1, OpCode::kRelu0To1> {
  using Forms = List<UnaryS8<Relu0To1>, UnaryF32<Relu0To1>>;
};

}  // namespace nook
