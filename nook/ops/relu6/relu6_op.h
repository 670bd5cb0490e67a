#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/relu6/relu6.h"

namespace nook {

struct Relu6S8;
struct Relu6S16;

// y = min(max(x, 0), 6).
struct Relu6 : UnaryOp<Relu6, OpCode::kRelu6> {
  using Forms = List<Relu6S8, UnaryF32<Relu6>, Relu6S16>;

  static Span<const Kernel> f32_kernels();
};

// int8; input and output are scaled alike.
struct Relu6S8 : OpForm<Relu6, ByRows::kSlice> {
  NOOK_FORM(nook_relu6_s8);
};

// int16 likewise.
struct Relu6S16 : Relu6S8 {
  NOOK_FORM_FUNCTIONS;
};

using Relu6F32 = UnaryF32<Relu6>;

}  // namespace nook
