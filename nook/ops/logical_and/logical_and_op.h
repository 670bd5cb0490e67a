#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/logical_and/logical_and.h"

namespace nook {

// y = a and b; bool.
struct LogicalAnd : PlainOp<LogicalAnd> {
  static constexpr OpCode kCode = OpCode::kLogicalAnd;
  static constexpr const char* kName = "LogicalAnd";
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  using Forms = List<Binary<LogicalAnd, DType::kBool>>;
};

using LogicalAndBool = Binary<LogicalAnd, DType::kBool>;

template <>
Span<const Kernel> LogicalAndBool::kernels();

}  // namespace nook
