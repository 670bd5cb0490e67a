#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/shape/shape.h"

namespace nook {

// y = the dimensions of x, int32.
struct ShapeOf : UnaryOp<ShapeOf, OpCode::kShape> {
  using Forms = List<struct ShapeOfAny>;
};

// Any type.
struct ShapeOfAny : OpForm<ShapeOf> {
  NOOK_FORM(nook_shape);
};

}  // namespace nook
