#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// x in parts along one axis: operands x, sizes and axis. The sizes are not read: the tensors y have them
// already.
struct SplitV : PlainOp<SplitV, OpCode::kSplitV> {
  static constexpr Signature kSignature =
      with_results(operands(Role::kData, Role::kPrepared, Role::kPrepared), kAnyNumber);
  using Forms = List<PartsAny<SplitV>>;
};

}  // namespace nook
