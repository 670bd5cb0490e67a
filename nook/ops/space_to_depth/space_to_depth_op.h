#pragma once
#include "nook/ops/families/blocks_op.h"
#include "nook/ops/space_to_depth/space_to_depth.h"

namespace nook {

// Moves the pixels of each block of an image [batch, height, width, channels] into the channels of one pixel.
struct SpaceToDepth : BlocksOp<SpaceToDepth, OpCode::kSpaceToDepth> {
  static WindowRows window(int32_t block) { return {block, 0, block, 1}; }
};

}  // namespace nook
