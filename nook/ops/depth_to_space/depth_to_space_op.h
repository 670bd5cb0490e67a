#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// The channels of each pixel of an image [batch, height, width, channels] as the pixels of a block.
struct DepthToSpace : OptionsOp<OpCode::kDepthToSpace, Role::kData> {
  struct Attrs {
    using Op = DepthToSpace;
    int32_t block = 0;  // rows and columns
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<MovedAny<DepthToSpace>>;
};

}  // namespace nook
