#pragma once
#include "nook/ops/families/variables_op.h"

namespace nook {

// Runs a subgraph once, before the first inference. The subgraph assigns constants to variables.
struct CallOnce : VariableOp<CallOnce, OpCode::kCallOnce> {
  static constexpr Signature kSignature = with_results(operands(), 0);
};

}  // namespace nook
