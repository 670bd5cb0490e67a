#pragma once
#include "nook/ops/families/by_type.h"
#include "nook/ops/topk_v2/topk_v2.h"

namespace nook {

// int8, float32 or int32.
template <DType type>
using TopkV2Of = ByType<struct TopkV2, type>;

// y = the k largest elements of x along its last dimension, in descending order; equal elements keep their
// order. The second result: their indices (int32). Operand 1: k, constant.
struct TopkV2 : PlainOp<TopkV2, OpCode::kTopkV2> {
  static constexpr Signature kSignature = with_results(operands(Role::kData, Role::kPrepared), 2);
  NOOK_FORMS_BY_TYPE(nook_topk_v2);
  using Forms = List<TopkV2Of<DType::kS8>, TopkV2Of<DType::kF32>, TopkV2Of<DType::kS32>>;
};

}  // namespace nook
