#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/hard_swish/hard_swish.h"

namespace nook {

// y = x * relu6(x + 3) / 6. In int8 the output's scale must be at least 1/128 of the input's.
struct HardSwish : UnaryOp<HardSwish, OpCode::kHardSwish> {
  using Forms = List<UnaryS8<HardSwish>, UnaryF32<HardSwish>, GatedS16<HardSwish>>;
};

}  // namespace nook
