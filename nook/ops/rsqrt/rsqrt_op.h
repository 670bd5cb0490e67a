#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/rsqrt/rsqrt.h"

namespace nook {

// y = 1 / sqrt(x). int8 of 0 and below is 127; below 0 TensorFlow Lite ends the inference with an error.
struct Rsqrt : UnaryOp<Rsqrt, OpCode::kRsqrt> {
  using Forms = List<UnaryS8<Rsqrt>, UnaryF32<Rsqrt>>;

  static Code fill_table(const Attrs& attrs, const NodeView& node, PrepareContext& context,
                         Span<int8_t> table);
  static Span<const Kernel> f32_kernels();
};

using RsqrtS8 = UnaryS8<Rsqrt>;
using RsqrtF32 = UnaryF32<Rsqrt>;

}  // namespace nook
