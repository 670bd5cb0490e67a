#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// An image [batch, height, width, channels] with other rows and columns, each the nearest of x. Operand 1:
// rows and columns of y, constant.
struct ResizeNearestNeighbor : OptionsOp<OpCode::kResizeNearestNeighbor, Role::kData, Role::kPrepared> {
  struct Attrs {
    using Op = ResizeNearestNeighbor;
    bool align_corners = false, half_pixel_centers = false;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<PickedAny<ResizeNearestNeighbor>>;
};

}  // namespace nook
