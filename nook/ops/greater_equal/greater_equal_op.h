#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/greater_equal/greater_equal.h"

namespace nook {

// y = a >= b; bool.
struct GreaterEqual : PlainOp<GreaterEqual> {
  static constexpr OpCode kCode = OpCode::kGreaterEqual;
  static constexpr const char* kName = "GreaterEqual";
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  using Forms =
      List<BinaryCompareS8<GreaterEqual>, Binary<GreaterEqual, DType::kF32, DType::kBool>,
           Binary<GreaterEqual, DType::kS32, DType::kBool>, Binary<GreaterEqual, DType::kS64, DType::kBool>>;
};

using GreaterEqualS8 = BinaryCompareS8<GreaterEqual>;
using GreaterEqualF32 = Binary<GreaterEqual, DType::kF32, DType::kBool>;
using GreaterEqualS32 = Binary<GreaterEqual, DType::kS32, DType::kBool>;
using GreaterEqualS64 = Binary<GreaterEqual, DType::kS64, DType::kBool>;

template <>
Span<const Kernel> GreaterEqualS8::kernels();
template <>
Span<const Kernel> GreaterEqualF32::kernels();
template <>
Span<const Kernel> GreaterEqualS32::kernels();
template <>
Span<const Kernel> GreaterEqualS64::kernels();

}  // namespace nook
