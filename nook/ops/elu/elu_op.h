#pragma once
#include "nook/ops/elu/elu.h"
#include "nook/ops/families/unary_op.h"

namespace nook {

// y = x where x >= 0, else exp(x) - 1.
struct Elu : UnaryOp<Elu, OpCode::kElu> {
  using Forms = List<UnaryS8<Elu>, UnaryF32<Elu>>;

  static Code fill_table(const Attrs& attrs, const NodeView& node, PrepareContext& context,
                         Span<int8_t> table);
  static Span<const Kernel> f32_kernels();
};

using EluS8 = UnaryS8<Elu>;
using EluF32 = UnaryF32<Elu>;

}  // namespace nook
