#pragma once
#include "nook/ops/families/variables_op.h"

namespace nook {

// y = the content of the variable.
struct ReadVariable : VariableOp<ReadVariable, OpCode::kReadVariable> {
  static constexpr Signature kSignature = operands(Role::kState);
};

}  // namespace nook
