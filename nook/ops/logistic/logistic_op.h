#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/logistic/logistic.h"

namespace nook {

// y = 1 / (1 + exp(-x)).
struct Logistic : UnaryOp<Logistic, OpCode::kLogistic> {
  using Forms = List<UnaryS8<Logistic>, UnaryF32<Logistic>, CurveS16<Logistic>>;

  // The output's quantization is fixed: scale 1/256, zero point -128.
  static Code fill_table(const Attrs& attrs, const NodeView& node, PrepareContext& context,
                         Span<int8_t> table);
  static Span<const Kernel> f32_kernels();
  // int16: the output's scale is 2^-15.
  static Span<const Kernel> s16_kernels();
  static constexpr int32_t kPowersOfTwo = 1;
};

using LogisticS8 = UnaryS8<Logistic>;
using LogisticF32 = UnaryF32<Logistic>;
using LogisticS16 = CurveS16<Logistic>;

}  // namespace nook
