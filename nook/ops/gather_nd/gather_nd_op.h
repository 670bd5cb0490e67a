#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/gather_nd/gather_nd.h"

namespace nook {

// Picks parts of x at positions in its outermost dimensions. Operands: x and indices [...][position].
// Constant indices must be in range; indices computed at run time are clamped.
struct GatherNd : BinaryOp<GatherNd, OpCode::kGatherNd> {
  using Forms = List<struct GatherNdAny>;
};

// Any type of whole bytes.
struct GatherNdAny : OpForm<GatherNd> {
  NOOK_FORM(nook_gather_nd);
};

}  // namespace nook
