#pragma once
#include "nook/ops/families/comparison_op.h"

namespace nook {

// y = (a == b), bool.
struct Equal : EqualityOp<Equal, OpCode::kEqual> {
  static constexpr nook_outcomes kOutcomes = {0, 1, 0, 0};
  static constexpr nook_truth kTruth = {{}, {1, 0, 0, 1}};
};

}  // namespace nook
