#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// Images [batch, height, (width,) channels] of which each block of batches becomes the pixels of one, without
// margins. Operands 1 and 2, constant: the block [1 or 2], and margins that are cut off, [1 or 2][before,
// after].
struct BatchToSpaceNd
    : PlainOp<BatchToSpaceNd, OpCode::kBatchToSpaceNd, Role::kData, Role::kPrepared, Role::kPrepared> {
  using Forms = List<PickedAny<BatchToSpaceNd>>;
};

}  // namespace nook
