#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/space_to_batch_nd/space_to_batch_nd.h"

namespace nook {

// Pads images [batch, height, (width,) channels] and moves the pixels of each block to separate batches.
// Padding is 0; in int8, the zero point. Operands 1 and 2, constant: the block [1 or 2], and the padding [1
// or 2][before, after].
struct SpaceToBatchNd
    : PlainOp<SpaceToBatchNd, OpCode::kSpaceToBatchNd, Role::kData, Role::kPrepared, Role::kPrepared> {
  using Forms = List<struct SpaceToBatchNdAny>;
};

// Any type of whole bytes.
struct SpaceToBatchNdAny : OpForm<SpaceToBatchNd> {
  NOOK_FORM(nook_space_to_batch);
};

// Block and padding by dimension, for an operand of rank 3 or 4; 1 and 0 if the model has none.
struct Blocks {
  int32_t size[kMaxRank] = {1, 1, 1, 1, 1, 1}, before[kMaxRank] = {}, after[kMaxRank] = {};
};
Code read_blocks(const NodeView& node, PrepareContext& context, Blocks* blocks);

}  // namespace nook
