#pragma once
#include "nook/ops/families/renaming_op.h"

namespace nook {

// The elements of x in the shape of y. Operand 1, the shape, is not read: the tensor y has it already, and
// what counts is that the two have equally many elements.
struct Reshape : Renaming<Reshape, OpCode::kReshape> {
  static constexpr Signature kSignature = operands(Role::kData, optional(Role::kPrepared));
};

}  // namespace nook
