#pragma once
#include "nook/ops/families/variables_op.h"

namespace nook {

// Refers to the variable named in its options.
struct VarHandle : VariableOp<VarHandle, OpCode::kVarHandle> {
  static constexpr Signature kSignature = with_results(operands(), 1);
};

}  // namespace nook
