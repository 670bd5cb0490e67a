#pragma once
#include "nook/ops/op.h"
#include "nook/ops/space_to_batch_nd/space_to_batch_nd.h"

namespace nook {

// Images [batch, height, (width,) channels], with margins, of which each pixel of a block becomes one of
// another batch. Margins are 0; in int8 that is the zero point. Operands 1 and 2, constant: the block [1 or
// 2], and the margins [1 or 2][before, after].
struct SpaceToBatchNd
    : PlainOp<SpaceToBatchNd, OpCode::kSpaceToBatchNd, Role::kData, Role::kPrepared, Role::kPrepared> {
  using Forms = List<struct SpaceToBatchNdAny>;
};

// Any type of whole bytes.
struct SpaceToBatchNdAny : OpForm<SpaceToBatchNd> {
  NOOK_FORM(nook_space_to_batch);
};

// The block and the margins of an operand of rank 3 or 4, by its dimensions; 1 and 0 where there are none.
struct Blocks {
  int32_t size[kMaxRank] = {1, 1, 1, 1, 1, 1}, before[kMaxRank] = {}, after[kMaxRank] = {};
};
Code read_blocks(const NodeView& node, PrepareContext& context, Blocks* blocks);

}  // namespace nook
