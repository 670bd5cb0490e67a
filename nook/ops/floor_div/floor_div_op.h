#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/floor_div/floor_div.h"

namespace nook {

// y = a / b, rounded down to an integer.
struct FloorDiv : BinaryOp<FloorDiv, OpCode::kFloorDiv> {
  using Forms = List<Binary<FloorDiv, DType::kF32>, Binary<FloorDiv, DType::kS32>>;
};

}  // namespace nook
