#pragma once
#include "nook/core/quantize.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/l2_normalization/l2_normalization.h"

namespace nook {

// y = x divided by its Euclidean norm along the last dimension.
struct L2Normalization : OptionsOp<OpCode::kL2Normalization, Role::kData> {
  struct Attrs {
    using Op = L2Normalization;
    Activation fused_activation = Activation::kNone;  // must be kNone
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<struct L2NormalizationS8, struct L2NormalizationF32, struct L2NormalizationU8>;
};

// int8; y has the scale 1/128 and the zero point 0.
struct L2NormalizationS8 : OpForm<L2Normalization, ByRows::kSlice> {
  NOOK_FORM(nook_l2_normalization_s8);
};

// uint8, which TensorFlow Lite rounds in another way; y has the scale 1/128 and the zero point 128.
struct L2NormalizationU8 : OpForm<L2Normalization, ByRows::kSlice> {
  NOOK_FORM(nook_l2_normalization_u8);
};

// float32.
struct L2NormalizationF32 : OpForm<L2Normalization, ByRows::kSlice> {
  NOOK_FORM(nook_l2_normalization_f32);
};

}  // namespace nook
