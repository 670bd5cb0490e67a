#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// x from the last element to the first along some axes. Operand 1: the axes, constant.
struct ReverseV2 : PlainOp<ReverseV2> {
  static constexpr OpCode kCode = OpCode::kReverseV2;
  static constexpr Signature kSignature = operands(Role::kData, Role::kPrepared);
  using Forms = List<MovedAny<ReverseV2>>;

  static Result<nook_movement> prepare_any(const Attrs& attrs, const NodeView& node, PrepareContext& context);
};

}  // namespace nook
