#pragma once
#include "nook/ops/broadcast_args/broadcast_args.h"
#include "nook/ops/families/by_type.h"

namespace nook {

// int32 or int64.
template <DType type>
using BroadcastArgsOf = ByType<struct BroadcastArgs, type>;

// y = the shape that two shapes have after broadcasting. If shapes computed at run time are incompatible, the
// result has the first operand's dimension.
struct BroadcastArgs : BinaryOp<BroadcastArgs, OpCode::kBroadcastArgs> {
  NOOK_FORMS_BY_TYPE(nook_broadcast_args);
  using Forms = List<BroadcastArgsOf<DType::kS32>, BroadcastArgsOf<DType::kS64>>;
};

}  // namespace nook
