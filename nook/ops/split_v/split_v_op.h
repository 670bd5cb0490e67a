#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// Splits x into parts along one axis. Operands: x, sizes and axis. The sizes are ignored: the shapes of the
// results contain them.
struct SplitV : PlainOp<SplitV, OpCode::kSplitV> {
  static constexpr Signature kSignature =
      with_results(operands(Role::kData, Role::kPrepared, Role::kPrepared), kAnyNumber);
  using Forms = List<PartsAny<SplitV>>;
};

}  // namespace nook
