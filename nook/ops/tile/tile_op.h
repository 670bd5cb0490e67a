#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// x again and again along some dimensions, of which those that are repeated and longer than 1 count twice:
// six at most. Operand 1, how often, is not read: the tensor y has its shape already.
struct Tile : PlainOp<Tile, OpCode::kTile, Role::kData, Role::kPrepared> {
  using Forms = List<MovedAny<Tile>>;
};

}  // namespace nook
