#pragma once
#include "nook/ops/families/extremum_op.h"

namespace nook {

// y = the smaller of a and b, of the values as they are: scales and zero points are not looked at.
struct Minimum : ExtremumOp<Minimum, OpCode::kMinimum> {
  static constexpr bool kLargest = false;
};

}  // namespace nook
