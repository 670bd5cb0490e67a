#pragma once
#include "nook/ops/families/blocks_op.h"
#include "nook/ops/space_to_depth/space_to_depth.h"

namespace nook {

// Moves the pixels of each block of an image [batch, height, width, channels] into the channels of one pixel.
struct SpaceToDepth : BlocksOp<SpaceToDepth, OpCode::kSpaceToDepth> {
  static constexpr auto kOfRows = nook_space_to_depth_ref_row;
  static Result<nook_blocks> prepare(int32_t block, const NodeView& node, PrepareContext& context);
  static WindowRows window(int32_t block) { return {block, 0, block, 1}; }
};

}  // namespace nook
