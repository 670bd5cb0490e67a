#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// Resizes an image [batch, height, width, channels] by nearest neighbor. Operand 1: height and width of y,
// constant.
struct ResizeNearestNeighbor : OptionsOp<OpCode::kResizeNearestNeighbor, Role::kData, Role::kPrepared> {
  struct Attrs {
    using Op = ResizeNearestNeighbor;
    bool align_corners = false, half_pixel_centers = false;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<PickedAny<ResizeNearestNeighbor>>;
};

}  // namespace nook
