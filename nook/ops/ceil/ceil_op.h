#pragma once
#include "nook/ops/ceil/ceil.h"
#include "nook/ops/families/unary_op.h"

namespace nook {

// y = the least integer that is not below x.
struct Ceil : UnaryOp<Ceil, OpCode::kCeil> {
  using Forms = List<UnaryF32<Ceil>>;
};

}  // namespace nook
