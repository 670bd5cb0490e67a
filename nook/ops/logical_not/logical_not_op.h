#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/logical_not/logical_not.h"

namespace nook {

struct LogicalNotAny;

// y = not x; bool.
struct LogicalNot : UnaryOp<LogicalNot, OpCode::kLogicalNot> {
  using Forms = List<LogicalNotAny>;
};

// bool; any byte but 0 is true.
struct LogicalNotAny : OpForm<LogicalNot, ByRows::kSlice> {
  NOOK_FORM(nook_logical_not);
};

}  // namespace nook
