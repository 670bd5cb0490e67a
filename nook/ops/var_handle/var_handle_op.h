#pragma once
#include "nook/ops/families/variables_op.h"

namespace nook {

// Stands for the variable that its options name.
struct VarHandle : VariableOp<VarHandle, OpCode::kVarHandle> {
  static constexpr Signature kSignature = with_results(operands(), 1);

  static Code check(const NodeView& node, PrepareContext& context, nook_variable* p);
};

}  // namespace nook
