#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/logical_not/logical_not.h"

namespace nook {

// y = (not x), bool.
struct LogicalNot : UnaryOp<LogicalNot, OpCode::kLogicalNot> {
  using Forms = List<struct LogicalNotAny>;
};

// bool; any nonzero byte is true.
struct LogicalNotAny : OpForm<LogicalNot, ByRows::kSlice> {
  NOOK_FORM(nook_logical_not_bool);
};

}  // namespace nook
