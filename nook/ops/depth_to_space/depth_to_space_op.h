#pragma once
#include "nook/ops/depth_to_space/depth_to_space.h"
#include "nook/ops/families/blocks_op.h"

namespace nook {

// Moves channels of an image [batch, height, width, channels] into blocks of pixels.
struct DepthToSpace : BlocksOp<DepthToSpace, OpCode::kDepthToSpace> {
  using Forms = List<struct DepthToSpaceAny>;
};

struct DepthToSpaceAny : BlocksForm<DepthToSpace> {
  NOOK_FORM_FUNCTIONS;
  static Span<const RowInvoke> row_kernels();
  static WindowRows window(const Params& p) { return {1, 0, p.block, p.block}; }
};

}  // namespace nook
