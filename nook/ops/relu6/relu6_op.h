#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/relu/relu.h"
#include "nook/ops/relu6/relu6.h"

namespace nook {

// y = min(max(x, 0), 6).
struct Relu6 : UnaryOp<Relu6, OpCode::kRelu6> {
  using Forms = List<struct Relu6S8, UnaryF32<Relu6>, struct Relu6S16, struct Relu6Rescaled>;
};

// int8; input and output have the same scale.
struct Relu6S8 : OpForm<Relu6, ByRows::kSlice> {
  NOOK_FORM(nook_relu6_s8);
};

// int16 likewise.
struct Relu6S16 : Relu6S8 {
  NOOK_FORM_FUNCTIONS;
};

// int8; the output has a scale or zero point of its own.
struct Relu6Rescaled : OpForm<Relu6, ByRows::kSlice> {
  NOOK_FORM(nook_relu_s8);
  static constexpr const char* kHeader = "nook/ops/relu/relu.h";
};

}  // namespace nook
