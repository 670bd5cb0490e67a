#pragma once
#include "nook/ops/families/variables_op.h"

namespace nook {

// Stores x in the variable.
struct AssignVariable : VariableOp<AssignVariable, OpCode::kAssignVariable> {
  static constexpr Signature kSignature = with_results(operands(Role::kState, Role::kData), 0);
};

}  // namespace nook
