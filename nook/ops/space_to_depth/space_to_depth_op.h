#pragma once
#include "nook/ops/families/blocks_op.h"
#include "nook/ops/space_to_depth/space_to_depth.h"

namespace nook {

// Moves the pixels of each block of an image [batch, height, width, channels] into the channels of one pixel.
struct SpaceToDepth : BlocksOp<SpaceToDepth, OpCode::kSpaceToDepth> {
  using Forms = List<struct SpaceToDepthAny>;
};

struct SpaceToDepthAny : BlocksForm<SpaceToDepth> {
  NOOK_FORM_FUNCTIONS;
  static Span<const RowInvoke> row_kernels();
  static WindowRows window(const Params& p) { return {p.block, 0, p.block, 1}; }
};

}  // namespace nook
