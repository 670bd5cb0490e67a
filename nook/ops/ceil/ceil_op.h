#pragma once
#include "nook/ops/ceil/ceil.h"
#include "nook/ops/families/unary_op.h"

namespace nook {

// y = x rounded up to an integer.
struct Ceil : UnaryOp<Ceil, OpCode::kCeil> {
  using Forms = List<UnaryF32<Ceil>>;
};

}  // namespace nook
