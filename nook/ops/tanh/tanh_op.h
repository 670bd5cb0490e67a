#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/tanh/tanh.h"

namespace nook {

// y = tanh(x).
struct Tanh : UnaryOp<Tanh, OpCode::kTanh> {
  using Forms = List<UnaryS8<Tanh>, UnaryF32<Tanh>, CurveS16<Tanh>>;

  // The output's quantization is fixed: scale 1/128, zero point 0.
  static Code fill_table(const Attrs& attrs, const NodeView& node, PrepareContext& context,
                         Span<int8_t> table);
  static Span<const Kernel> f32_kernels();
  // int16: the output's scale is 2^-15.
  static Span<const Kernel> s16_kernels();
  static constexpr int32_t kPowersOfTwo = 2;
};

using TanhS8 = UnaryS8<Tanh>;
using TanhF32 = UnaryF32<Tanh>;
using TanhS16 = CurveS16<Tanh>;

}  // namespace nook
