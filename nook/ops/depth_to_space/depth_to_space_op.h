#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// Moves channels of an image [batch, height, width, channels] into blocks of pixels.
struct DepthToSpace : OptionsOp<OpCode::kDepthToSpace, Role::kData> {
  struct Attrs {
    using Op = DepthToSpace;
    int32_t block = 0;  // rows and columns
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<MovedAny<DepthToSpace>>;
};

}  // namespace nook
