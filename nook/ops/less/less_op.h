#pragma once
#include "nook/ops/families/comparison_op.h"

namespace nook {

// y = (a < b), bool.
struct Less : ComparisonOp<Less, OpCode::kLess> {
  static constexpr nook_outcomes kOutcomes = {1, 0, 0, 0};
};

}  // namespace nook
