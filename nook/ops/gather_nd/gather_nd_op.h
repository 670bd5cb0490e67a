#pragma once
#include "nook/ops/gather_nd/gather_nd.h"
#include "nook/ops/op.h"

namespace nook {

// The parts of x at positions in its outermost dimensions: operands x and indices [...][position]. Those that
// a model has itself must be there; those computed at run time count as the nearest that is.
struct GatherNd : BinaryOp<GatherNd, OpCode::kGatherNd> {
  using Forms = List<struct GatherNdAny>;
};

// Any type of whole bytes.
struct GatherNdAny : OpForm<GatherNd> {
  NOOK_FORM(nook_gather_nd);
};

}  // namespace nook
