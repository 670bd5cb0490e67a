#pragma once
#include "nook/ops/abs/abs.h"
#include "nook/ops/families/unary_op.h"

namespace nook {

// y = |x|. int16 may be without a scale.
struct Abs : UnaryOp<Abs, OpCode::kAbs> {
  using Forms = List<UnaryS8<Abs>, SlopesS16<Abs>, UnaryF32<Abs>>;
};

}  // namespace nook
