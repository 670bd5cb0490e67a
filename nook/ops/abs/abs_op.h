#pragma once
#include "nook/ops/abs/abs.h"
#include "nook/ops/families/unary_op.h"

namespace nook {

// y = |x|. int16 may be without a scale.
struct Abs : UnaryOp<Abs, OpCode::kAbs> {
  using Forms = List<UnaryS8<Abs>, SlopesS16<Abs>, UnaryF32<Abs>>;

  static Code fill_table(const Attrs& attrs, const NodeView& node, PrepareContext& context,
                         Span<int8_t> table);
  static Result<nook_slopes_s16> slopes(const Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> f32_kernels();
};

using AbsS8 = UnaryS8<Abs>;
using AbsS16 = SlopesS16<Abs>;
using AbsF32 = UnaryF32<Abs>;

}  // namespace nook
