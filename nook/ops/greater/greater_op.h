#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/greater/greater.h"

namespace nook {

// y = a > b; bool.
struct Greater : PlainOp<Greater> {
  static constexpr OpCode kCode = OpCode::kGreater;
  static constexpr const char* kName = "Greater";
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  using Forms = List<BinaryCompareS8<Greater>, Binary<Greater, DType::kF32, DType::kBool>,
                     Binary<Greater, DType::kS32, DType::kBool>, Binary<Greater, DType::kS64, DType::kBool>>;
};

using GreaterS8 = BinaryCompareS8<Greater>;
using GreaterF32 = Binary<Greater, DType::kF32, DType::kBool>;
using GreaterS32 = Binary<Greater, DType::kS32, DType::kBool>;
using GreaterS64 = Binary<Greater, DType::kS64, DType::kBool>;

template <>
Span<const Kernel> GreaterS8::kernels();
template <>
Span<const Kernel> GreaterF32::kernels();
template <>
Span<const Kernel> GreaterS32::kernels();
template <>
Span<const Kernel> GreaterS64::kernels();

}  // namespace nook
