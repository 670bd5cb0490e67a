#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// y of one value: operands shape and value. The shape is not read: the tensor y has it already.
struct Fill : PlainOp<Fill> {
  static constexpr OpCode kCode = OpCode::kFill;
  static constexpr Signature kSignature = operands(Role::kPrepared, Role::kData);
  using Forms = List<MovedAny<Fill>>;

  static Result<nook_movement> prepare_any(const Attrs& attrs, const NodeView& node, PrepareContext& context);
};

}  // namespace nook
