#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/minimum/minimum.h"

namespace nook {

// y = the smaller of a and b, of the values as they are: scales and zero points are not looked at.
struct Minimum : PlainOp<Minimum> {
  static constexpr OpCode kCode = OpCode::kMinimum;
  static constexpr const char* kName = "Minimum";
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  using Forms = List<Binary<Minimum, DType::kS8>, Binary<Minimum, DType::kF32>, Binary<Minimum, DType::kS16>,
                     Binary<Minimum, DType::kS32>, Binary<Minimum, DType::kS64>>;
};

using MinimumS8 = Binary<Minimum, DType::kS8>;
using MinimumF32 = Binary<Minimum, DType::kF32>;
using MinimumS16 = Binary<Minimum, DType::kS16>;
using MinimumS32 = Binary<Minimum, DType::kS32>;
using MinimumS64 = Binary<Minimum, DType::kS64>;

template <>
Span<const Kernel> MinimumS8::kernels();
template <>
Span<const Kernel> MinimumF32::kernels();
template <>
Span<const Kernel> MinimumS16::kernels();
template <>
Span<const Kernel> MinimumS32::kernels();
template <>
Span<const Kernel> MinimumS64::kernels();

}  // namespace nook
