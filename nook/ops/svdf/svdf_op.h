#pragma once
#include "nook/core/quantize.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/svdf/svdf.h"

namespace nook {

// A low-rank dense layer over time. Operands: x [batch][in], w [units * rank][in], time [units *
// rank][memory], optionally bias [units], and the state [batch][units * rank * memory], a variable tensor.
// int8 has no fused activation, as in TensorFlow Lite Micro.
struct Svdf : OptionsOp<OpCode::kSvdf> {
  static constexpr Signature kSignature =
      operands(Role::kData, Role::kWeights, Role::kWeights, optional(Role::kBias), Role::kState);
  struct Attrs {
    using Op = Svdf;
    int32_t rank = 1;
    Activation fused_activation = Activation::kNone;
    bool asymmetric = false;  // for float activations with int8 weights: they are quantized with a zero point
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<struct SvdfS16, struct SvdfS8, struct SvdfF32, struct SvdfHybrid>;
};

template <class Params>
int64_t svdf_macs(const Params& p) {
  return int64_t{p.batch} * p.units * p.rank * (int64_t{p.in} + p.memory);
}

// int8 with an int8 state.
struct SvdfS8 : OpForm<Svdf> {
  NOOK_FORM(nook_svdf);
  static Span<const KernelEntry> unpacked_kernels();
  static int64_t macs(const Params& p) { return svdf_macs(p); }
};

// int8 with int16 time weights and state.
struct SvdfS16 : SvdfS8 {
  NOOK_FORM_FUNCTIONS;
  static Span<const KernelEntry> unpacked_kernels();
};

// float32.
struct SvdfF32 : OpForm<Svdf> {
  NOOK_FORM(nook_svdf_f32);
  static Span<const KernelEntry> unpacked_kernels();
  static int64_t macs(const Params& p) { return svdf_macs(p); }
};

// float32 with int8 weights, one scale per matrix.
struct SvdfHybrid : OpForm<Svdf> {
  NOOK_FORM(nook_svdf_hybrid);
  static int64_t macs(const Params& p) { return svdf_macs(p); }
};

}  // namespace nook
