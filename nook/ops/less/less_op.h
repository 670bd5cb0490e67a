#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/less/less.h"

namespace nook {

// y = a < b; bool.
struct Less : PlainOp<Less> {
  static constexpr OpCode kCode = OpCode::kLess;
  static constexpr const char* kName = "Less";
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  using Forms = List<BinaryCompareS8<Less>, Binary<Less, DType::kF32, DType::kBool>,
                     Binary<Less, DType::kS32, DType::kBool>, Binary<Less, DType::kS64, DType::kBool>>;
};

using LessS8 = BinaryCompareS8<Less>;
using LessF32 = Binary<Less, DType::kF32, DType::kBool>;
using LessS32 = Binary<Less, DType::kS32, DType::kBool>;
using LessS64 = Binary<Less, DType::kS64, DType::kBool>;

template <>
Span<const Kernel> LessS8::kernels();
template <>
Span<const Kernel> LessF32::kernels();
template <>
Span<const Kernel> LessS32::kernels();
template <>
Span<const Kernel> LessS64::kernels();

}  // namespace nook
