#pragma once
#include "nook/ops/depth_to_space/depth_to_space.h"
#include "nook/ops/families/blocks_op.h"

namespace nook {

// Moves channels of an image [batch, height, width, channels] into blocks of pixels.
struct DepthToSpace : BlocksOp<DepthToSpace, OpCode::kDepthToSpace> {
  static constexpr auto kOfRows = nook_depth_to_space_ref_row;
  static Result<nook_blocks> prepare(int32_t block, const NodeView& node, PrepareContext& context);
  static WindowRows window(int32_t block) { return {1, 0, block, block}; }
};

}  // namespace nook
