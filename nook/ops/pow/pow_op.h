#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/pow/pow.h"

namespace nook {

// y = a to the power of b.
struct Pow : BinaryOp<Pow, OpCode::kPow> {
  using Forms = List<Binary<Pow, DType::kF32>, Binary<Pow, DType::kS32>>;
};

}  // namespace nook
