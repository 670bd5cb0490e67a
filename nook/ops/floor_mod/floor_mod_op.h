#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/floor_mod/floor_mod.h"

namespace nook {

// y = the remainder of a / b, with the sign of b.
struct FloorMod : BinaryOp<FloorMod, OpCode::kFloorMod> {
  using Forms = List<Binary<FloorMod, DType::kF32>, Binary<FloorMod, DType::kS32>>;
};

}  // namespace nook
