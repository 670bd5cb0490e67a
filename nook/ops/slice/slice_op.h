#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// y = the part of x that starts at `begin` and has `size` elements in each dimension; a size of -1 selects
// the rest. Operands 1 and 2: begin and size, constant.
struct Slice : PlainOp<Slice, OpCode::kSlice, Role::kData, Role::kPrepared, Role::kPrepared> {
  using Forms = List<MovedAny<Slice>>;
};

}  // namespace nook
