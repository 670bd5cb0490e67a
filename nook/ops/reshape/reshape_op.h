#pragma once
#include "nook/ops/families/renaming_op.h"

namespace nook {

// y = the elements of x in another shape. Operand 1, the shape, is ignored: y has it already. Only the number
// of elements must agree.
struct Reshape : Renaming<Reshape, OpCode::kReshape> {
  static constexpr Signature kSignature = operands(Role::kData, optional(Role::kPrepared));
};

}  // namespace nook
