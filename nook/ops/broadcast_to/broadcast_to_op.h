#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// x repeated along dimensions where it has size 1, or which it has not got. Operand 1, the shape, is not
// read: the tensor y has it already.
struct BroadcastTo : PlainOp<BroadcastTo> {
  static constexpr OpCode kCode = OpCode::kBroadcastTo;
  static constexpr Signature kSignature = operands(Role::kData, Role::kPrepared);
  using Forms = List<MovedAny<BroadcastTo>>;

  static Result<nook_movement> prepare_any(const Attrs& attrs, const NodeView& node, PrepareContext& context);
};

}  // namespace nook
