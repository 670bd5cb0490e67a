#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/pow/pow.h"

namespace nook {

// y = a to the power of b.
struct Pow : PlainOp<Pow> {
  static constexpr OpCode kCode = OpCode::kPow;
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  using Forms = List<Binary<Pow, DType::kF32>, Binary<Pow, DType::kS32>>;
};

using PowF32 = Binary<Pow, DType::kF32>;
using PowS32 = Binary<Pow, DType::kS32>;

template <>
Span<const Kernel> PowF32::kernels();
template <>
Span<const Kernel> PowS32::kernels();

}  // namespace nook
