#pragma once
#include "nook/ops/families/comparison_op.h"

namespace nook {

// y = (a != b), bool.
struct NotEqual : EqualityOp<NotEqual, OpCode::kNotEqual> {
  static constexpr nook_outcomes kOutcomes = {1, 0, 1, 1};
  static constexpr nook_truth kTruth = {{}, {0, 1, 1, 0}};
};

}  // namespace nook
