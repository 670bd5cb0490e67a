#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// Splits x into equal parts along one axis, one for each result. Operands: axis and x.
struct Split : PlainOp<Split, OpCode::kSplit> {
  static constexpr Signature kSignature = with_results(operands(Role::kPrepared, Role::kData), kAnyNumber);
  using Forms = List<PartsAny<Split>>;
};

}  // namespace nook
