#pragma once
#include "nook/ops/equal/equal.h"
#include "nook/ops/families/binary_op.h"

namespace nook {

// y = a == b; bool.
struct Equal : PlainOp<Equal> {
  static constexpr OpCode kCode = OpCode::kEqual;
  static constexpr const char* kName = "Equal";
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  using Forms = List<BinaryCompareS8<Equal>, Binary<Equal, DType::kF32, DType::kBool>,
                     Binary<Equal, DType::kS32, DType::kBool>, Binary<Equal, DType::kS64, DType::kBool>,
                     Binary<Equal, DType::kBool>>;
};

using EqualS8 = BinaryCompareS8<Equal>;
using EqualF32 = Binary<Equal, DType::kF32, DType::kBool>;
using EqualS32 = Binary<Equal, DType::kS32, DType::kBool>;
using EqualS64 = Binary<Equal, DType::kS64, DType::kBool>;
using EqualBool = Binary<Equal, DType::kBool>;

template <>
Span<const Kernel> EqualS8::kernels();
template <>
Span<const Kernel> EqualF32::kernels();
template <>
Span<const Kernel> EqualS32::kernels();
template <>
Span<const Kernel> EqualS64::kernels();
template <>
Span<const Kernel> EqualBool::kernels();

}  // namespace nook
