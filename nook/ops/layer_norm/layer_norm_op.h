#pragma once
#include "nook/ops/contract/custom_options.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/layer_norm/layer_norm.h"

namespace nook {

// y = (x - mean) / sqrt(variance + epsilon) * gamma + beta over the innermost dimensions, as ONNX's
// LayerNormalization, or without the mean (`centred` is false), as RMSNormalization; TensorFlow Lite has no
// such operator. Operands: x, optionally gamma and beta, with as many elements as are normalized together.
// `nook quantize` puts it in the place of the operators that compute the same from x.
struct LayerNorm : CustomOp<LayerNorm, 1030> {
  static constexpr const char* kName = "NOOK_LAYER_NORM";
  static constexpr Signature kSignature =
      operands(Role::kData, optional(Role::kWeights), optional(Role::kBias));
  struct Attrs {
    using Op = LayerNorm;
    bool centred = true;
    int32_t dimensions = 1;  // the number of innermost dimensions that are normalized together
    float epsilon = 0;
  };
  static constexpr Option<Attrs> kOptions[] = {
      {"centred", &Attrs::centred}, {"dimensions", &Attrs::dimensions}, {"epsilon", &Attrs::epsilon}};
  using Forms = List<struct LayerNormS8, struct LayerNormS16, struct LayerNormF32>;
};

// int8, with int16 gamma of one scale and int32 beta of 2^-8 of it.
struct LayerNormS8 : OpForm<LayerNorm> {
  NOOK_FORM(nook_layer_norm);
  static int64_t macs(const Params& p) { return 2 * int64_t{p.rows} * p.depth; }
};

// int16 likewise; its zero points are 0.
struct LayerNormS16 : LayerNormS8 {
  NOOK_FORM_FUNCTIONS;
};

// float32.
struct LayerNormF32 : OpForm<LayerNorm> {
  NOOK_FORM(nook_layer_norm_f32);
  static int64_t macs(const Params& p) { return 2 * int64_t{p.rows} * p.depth; }
};

}  // namespace nook
