#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// Merges blocks of batches into the pixels of one image [batch, height, (width,) channels], then crops.
// Operands 1 and 2, constant: the block [1 or 2], and the crops [1 or 2][before, after].
struct BatchToSpaceNd
    : PlainOp<BatchToSpaceNd, OpCode::kBatchToSpaceNd, Role::kData, Role::kPrepared, Role::kPrepared> {
  using Forms = List<PickedAny<BatchToSpaceNd>>;
};

}  // namespace nook
