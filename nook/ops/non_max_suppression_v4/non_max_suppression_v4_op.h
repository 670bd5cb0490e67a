#pragma once
#include "nook/ops/families/suppression_op.h"
#include "nook/ops/non_max_suppression_v4/non_max_suppression_v4.h"

namespace nook {

// Chooses boxes by their scores, best first, without those that overlap a chosen one by more than a limit.
// Operands: boxes (two opposite corners), scores, the size of the result (constant), the limits of overlaps
// and scores. Results: the numbers of the chosen boxes, then 0, and their count.
struct NonMaxSuppressionV4 : PlainOp<NonMaxSuppressionV4, OpCode::kNonMaxSuppressionV4> {
  static constexpr Signature kSignature =
      with_results(operands(Role::kData, Role::kData, Role::kPrepared, Role::kData, Role::kData), 2);
  using Forms = List<struct NonMaxSuppressionV4F32>;
};

// float32.
struct NonMaxSuppressionV4F32 : OpForm<NonMaxSuppressionV4> {
  NOOK_FORM(nook_suppression_f32);
};

}  // namespace nook
