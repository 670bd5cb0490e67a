#pragma once
#include "nook/ops/families/comparison_op.h"

namespace nook {

// y = (a >= b), bool.
struct GreaterEqual : ComparisonOp<GreaterEqual, OpCode::kGreaterEqual> {
  static constexpr nook_outcomes kOutcomes = {0, 1, 1, 0};
};

}  // namespace nook
