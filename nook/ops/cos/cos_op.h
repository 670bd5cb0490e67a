#pragma once
#include "nook/ops/cos/cos.h"
#include "nook/ops/families/unary_op.h"

namespace nook {

// y = cos(x), x in radians.
struct Cos : PlainOp<Cos> {
  static constexpr OpCode kCode = OpCode::kCos;
  static constexpr Signature kSignature = operands(Role::kData);
  using Forms = List<UnaryF32<Cos>>;

  static Span<const Kernel> f32_kernels();
};

using CosF32 = UnaryF32<Cos>;

}  // namespace nook
