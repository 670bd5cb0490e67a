#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/relu/relu.h"

namespace nook {

// y = max(x, 0).
struct Relu : UnaryOp<Relu, OpCode::kRelu> {
  using Forms = List<struct ReluS8, UnaryF32<Relu>, SlopesS16<Relu>>;
};

// int8; input and output may have different scales.
struct ReluS8 : OpForm<Relu, ByRows::kSlice> {
  NOOK_FORM(nook_relu_s8);
};

}  // namespace nook
