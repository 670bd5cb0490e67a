#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/less_equal/less_equal.h"

namespace nook {

// y = a <= b; bool.
struct LessEqual : PlainOp<LessEqual> {
  static constexpr OpCode kCode = OpCode::kLessEqual;
  static constexpr const char* kName = "LessEqual";
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  using Forms =
      List<BinaryCompareS8<LessEqual>, Binary<LessEqual, DType::kF32, DType::kBool>,
           Binary<LessEqual, DType::kS32, DType::kBool>, Binary<LessEqual, DType::kS64, DType::kBool>>;
};

using LessEqualS8 = BinaryCompareS8<LessEqual>;
using LessEqualF32 = Binary<LessEqual, DType::kF32, DType::kBool>;
using LessEqualS32 = Binary<LessEqual, DType::kS32, DType::kBool>;
using LessEqualS64 = Binary<LessEqual, DType::kS64, DType::kBool>;

template <>
Span<const Kernel> LessEqualS8::kernels();
template <>
Span<const Kernel> LessEqualF32::kernels();
template <>
Span<const Kernel> LessEqualS32::kernels();
template <>
Span<const Kernel> LessEqualS64::kernels();

}  // namespace nook
