#pragma once
#include "nook/ops/families/extremum_op.h"

namespace nook {

// y = the larger of a and b. Compares stored values; scales and zero points are ignored.
struct Maximum : ExtremumOp<Maximum, OpCode::kMaximum> {
  static constexpr bool kLargest = true;
};

}  // namespace nook
