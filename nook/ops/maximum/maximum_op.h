#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/maximum/maximum.h"

namespace nook {

// y = the larger of a and b, of the values as they are: scales and zero points are not looked at.
struct Maximum : PlainOp<Maximum> {
  static constexpr OpCode kCode = OpCode::kMaximum;
  static constexpr const char* kName = "Maximum";
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  using Forms = List<Binary<Maximum, DType::kS8>, Binary<Maximum, DType::kF32>, Binary<Maximum, DType::kS16>,
                     Binary<Maximum, DType::kS32>, Binary<Maximum, DType::kS64>>;
};

using MaximumS8 = Binary<Maximum, DType::kS8>;
using MaximumF32 = Binary<Maximum, DType::kF32>;
using MaximumS16 = Binary<Maximum, DType::kS16>;
using MaximumS32 = Binary<Maximum, DType::kS32>;
using MaximumS64 = Binary<Maximum, DType::kS64>;

template <>
Span<const Kernel> MaximumS8::kernels();
template <>
Span<const Kernel> MaximumF32::kernels();
template <>
Span<const Kernel> MaximumS16::kernels();
template <>
Span<const Kernel> MaximumS32::kernels();
template <>
Span<const Kernel> MaximumS64::kernels();

}  // namespace nook
