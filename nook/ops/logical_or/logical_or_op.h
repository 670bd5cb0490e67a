#pragma once
#include "nook/ops/families/comparison_op.h"

namespace nook {

// y = (a or b), bool.
struct LogicalOr : TruthOp<LogicalOr, OpCode::kLogicalOr> {
  static constexpr nook_truth kTruth = {{}, {0, 1, 1, 1}};
};

}  // namespace nook
