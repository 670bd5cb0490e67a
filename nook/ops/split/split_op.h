#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// x in equal parts along one axis: operands axis and x, as many results as there are parts.
struct Split : PlainOp<Split, OpCode::kSplit> {
  static constexpr Signature kSignature = with_results(operands(Role::kPrepared, Role::kData), kAnyNumber);
  using Forms = List<PartsAny<Split>>;
};

}  // namespace nook
