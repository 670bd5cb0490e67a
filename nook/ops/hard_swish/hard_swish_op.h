#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/hard_swish/hard_swish.h"

namespace nook {

// y = x * relu6(x + 3) / 6.
struct HardSwish : UnaryOp<HardSwish, OpCode::kHardSwish> {
  using Forms = List<UnaryS8<HardSwish>, UnaryF32<HardSwish>>;

  // The output's scale must be at least 1/128 of the input's.
  static Code fill_table(const Attrs& attrs, const NodeView& node, PrepareContext& context,
                         Span<int8_t> table);
  static Span<const Kernel> f32_kernels();
};

using HardSwishS8 = UnaryS8<HardSwish>;
using HardSwishF32 = UnaryF32<HardSwish>;

}  // namespace nook
