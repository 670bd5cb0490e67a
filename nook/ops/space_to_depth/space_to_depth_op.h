#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// Moves the pixels of each block of an image [batch, height, width, channels] into the channels of one pixel.
struct SpaceToDepth : OptionsOp<OpCode::kSpaceToDepth, Role::kData> {
  struct Attrs {
    using Op = SpaceToDepth;
    int32_t block = 0;  // rows and columns
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<MovedAny<SpaceToDepth>>;
};

}  // namespace nook
