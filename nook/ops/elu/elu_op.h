#pragma once
#include "nook/ops/elu/elu.h"
#include "nook/ops/families/unary_op.h"

namespace nook {

// y = x if x >= 0, else exp(x) - 1.
struct Elu : UnaryOp<Elu, OpCode::kElu> {
  using Forms = List<UnaryS8<Elu>, UnaryF32<Elu>>;
};

}  // namespace nook
