#pragma once
#include "nook/ops/families/comparison_op.h"

namespace nook {

// y = (a > b), bool.
struct Greater : ComparisonOp<Greater, OpCode::kGreater> {
  static constexpr nook_outcomes kOutcomes = {0, 0, 1, 0};
};

}  // namespace nook
