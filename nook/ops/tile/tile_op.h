#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// Repeats x along dimensions. Supports at most six dimensions, where a dimension that is repeated and longer
// than 1 counts twice. Operand 1, the repeats, is ignored: y has its shape already.
struct Tile : PlainOp<Tile, OpCode::kTile, Role::kData, Role::kPrepared> {
  using Forms = List<MovedAny<Tile>>;
};

}  // namespace nook
