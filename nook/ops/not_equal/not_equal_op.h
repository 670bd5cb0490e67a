#pragma once
#include "nook/ops/families/comparison_op.h"

namespace nook {

// y = (a != b), bool.
struct NotEqual : EqualityOp<NotEqual, OpCode::kNotEqual, 0> {};

}  // namespace nook
