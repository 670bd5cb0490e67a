#pragma once
#include "nook/ops/families/comparison_op.h"

namespace nook {

// y = (a == b), bool.
struct Equal : EqualityOp<Equal, OpCode::kEqual, 1> {};

}  // namespace nook
