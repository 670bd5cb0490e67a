#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/neg/neg.h"

namespace nook {

// y = -x.
struct Neg : PlainOp<Neg> {
  static constexpr OpCode kCode = OpCode::kNeg;
  static constexpr Signature kSignature = operands(Role::kData);
  using Forms = List<UnaryF32<Neg>>;

  static Span<const Kernel> f32_kernels();
};

using NegF32 = UnaryF32<Neg>;

}  // namespace nook
