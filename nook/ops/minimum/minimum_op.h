#pragma once
#include "nook/ops/families/extremum_op.h"

namespace nook {

// y = the smaller of a and b. Compares stored values; scales and zero points are ignored.
struct Minimum : ExtremumOp<Minimum, OpCode::kMinimum> {
  static constexpr bool kLargest = false;
};

}  // namespace nook
