#pragma once
#include "nook/ops/abs/abs.h"
#include "nook/ops/families/unary_op.h"

namespace nook {

// y = |x|. int16 tensors may have no scale.
struct Abs : UnaryOp<Abs, OpCode::kAbs> {
  using Forms = List<UnaryS8<Abs>, SlopesS16<Abs>, UnaryF32<Abs>>;
};

}  // namespace nook
