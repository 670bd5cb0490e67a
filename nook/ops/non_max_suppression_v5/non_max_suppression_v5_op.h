#pragma once
#include "nook/ops/families/suppression_op.h"
#include "nook/ops/non_max_suppression_v5/non_max_suppression_v5.h"

namespace nook {

// Chooses boxes by their scores, best first, without those that overlap a chosen one by more than a limit;
// with a sigma above 0, an overlap makes a score smaller. Operands: boxes (two opposite corners), scores, the
// size of the results (constant), the limits of overlaps and scores, sigma. Results: numbers and scores of
// the chosen boxes, then 0, and their count.
struct NonMaxSuppressionV5 : PlainOp<NonMaxSuppressionV5, OpCode::kNonMaxSuppressionV5> {
  static constexpr Signature kSignature = with_results(
      operands(Role::kData, Role::kData, Role::kPrepared, Role::kData, Role::kData, Role::kData), 3);
  using Forms = List<struct NonMaxSuppressionV5F32>;
};

// float32.
struct NonMaxSuppressionV5F32 : OpForm<NonMaxSuppressionV5> {
  NOOK_FORM(nook_suppression_f32);
};

}  // namespace nook
