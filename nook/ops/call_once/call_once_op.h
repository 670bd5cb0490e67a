#pragma once
#include "nook/ops/families/variables_op.h"

namespace nook {

// Assigns constants to variables before the first run: what the subgraph does that its options name.
struct CallOnce : VariableOp<CallOnce, OpCode::kCallOnce> {
  static constexpr Signature kSignature = with_results(operands(), 0);

  static Code check(const NodeView& node, PrepareContext& context, nook_variable* p);
};

}  // namespace nook
