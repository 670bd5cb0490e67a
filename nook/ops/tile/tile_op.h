#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// x again and again along some dimensions, of which those that are repeated and longer than 1 count twice:
// six at most. Operand 1, how often, is not read: the tensor y has its shape already.
struct Tile : PlainOp<Tile> {
  static constexpr OpCode kCode = OpCode::kTile;
  static constexpr Signature kSignature = operands(Role::kData, Role::kPrepared);
  using Forms = List<MovedAny<Tile>>;

  static Result<nook_movement> prepare_any(const Attrs& attrs, const NodeView& node, PrepareContext& context);
};

}  // namespace nook
