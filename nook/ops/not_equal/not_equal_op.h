#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/not_equal/not_equal.h"

namespace nook {

// y = a != b; bool.
struct NotEqual : PlainOp<NotEqual> {
  static constexpr OpCode kCode = OpCode::kNotEqual;
  static constexpr const char* kName = "NotEqual";
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  using Forms = List<BinaryCompareS8<NotEqual>, Binary<NotEqual, DType::kF32, DType::kBool>,
                     Binary<NotEqual, DType::kS32, DType::kBool>, Binary<NotEqual, DType::kS64, DType::kBool>,
                     Binary<NotEqual, DType::kBool>>;
};

using NotEqualS8 = BinaryCompareS8<NotEqual>;
using NotEqualF32 = Binary<NotEqual, DType::kF32, DType::kBool>;
using NotEqualS32 = Binary<NotEqual, DType::kS32, DType::kBool>;
using NotEqualS64 = Binary<NotEqual, DType::kS64, DType::kBool>;
using NotEqualBool = Binary<NotEqual, DType::kBool>;

template <>
Span<const Kernel> NotEqualS8::kernels();
template <>
Span<const Kernel> NotEqualF32::kernels();
template <>
Span<const Kernel> NotEqualS32::kernels();
template <>
Span<const Kernel> NotEqualS64::kernels();
template <>
Span<const Kernel> NotEqualBool::kernels();

}  // namespace nook
