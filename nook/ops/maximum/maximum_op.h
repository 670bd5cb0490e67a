#pragma once
#include "nook/ops/families/extremum_op.h"

namespace nook {

// y = the larger of a and b, of the values as they are: scales and zero points are not looked at.
struct Maximum : ExtremumOp<Maximum, OpCode::kMaximum> {
  static constexpr bool kLargest = true;
};

}  // namespace nook
