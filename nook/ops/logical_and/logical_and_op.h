#pragma once
#include "nook/ops/families/comparison_op.h"

namespace nook {

// y = (a and b), bool.
struct LogicalAnd : TruthOp<LogicalAnd, OpCode::kLogicalAnd> {
  static constexpr nook_truth kTruth = {{}, {0, 0, 0, 1}};
};

}  // namespace nook
