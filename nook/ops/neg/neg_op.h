#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/neg/neg.h"

namespace nook {

// y = -x.
struct Neg : UnaryOp<Neg, OpCode::kNeg> {
  using Forms = List<UnaryF32<Neg>>;

  static Span<const Kernel> f32_kernels();
};

using NegF32 = UnaryF32<Neg>;

}  // namespace nook
