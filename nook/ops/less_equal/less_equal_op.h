#pragma once
#include "nook/ops/families/comparison_op.h"

namespace nook {

// y = (a <= b), bool.
struct LessEqual : ComparisonOp<LessEqual, OpCode::kLessEqual> {
  static constexpr nook_outcomes kOutcomes = {1, 1, 0, 0};
};

}  // namespace nook
