#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/logical_or/logical_or.h"

namespace nook {

// y = a or b; bool.
struct LogicalOr : PlainOp<LogicalOr> {
  static constexpr OpCode kCode = OpCode::kLogicalOr;
  static constexpr const char* kName = "LogicalOr";
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  using Forms = List<Binary<LogicalOr, DType::kBool>>;
};

using LogicalOrBool = Binary<LogicalOr, DType::kBool>;

template <>
Span<const Kernel> LogicalOrBool::kernels();

}  // namespace nook
