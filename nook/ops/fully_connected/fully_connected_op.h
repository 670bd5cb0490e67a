#pragma once
#include "nook/core/quantize.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/fully_connected/fully_connected.h"
#include "nook/ops/fully_connected/narrow.h"
#include "nook/ops/prepare/narrow.h"

namespace nook {

// y = activation(x * w^T + bias). Operands: x of any rank, w [out][in] and optionally bias. The last `in`
// elements of x are the features; the rest are batches.
struct FullyConnected : OptionsOp<OpCode::kFullyConnected> {
  static constexpr Signature kSignature = operands(Role::kData, Role::kWeights, optional(Role::kBias));
  struct Attrs {
    using Op = FullyConnected;
    Activation activation = Activation::kNone;
    bool keep_num_dims = false;     // y has x's leading dimensions instead of [batch][out]
    DType bias_type = DType::kS64;  // the type of the sums of int16 activations without a bias
    bool asymmetric = false;  // for float activations with int8 weights: they are quantized with a zero point
    bool narrow = false;      // float activations stay floats, whatever the type of the weights
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<struct FullyConnectedS8, struct FullyConnectedF32, struct FullyConnectedS16,
                     struct FullyConnectedS16Sum32, struct FullyConnectedS4, struct FullyConnectedHybrid,
                     struct FullyConnectedShifted, struct FullyConnectedNarrow>;
  using InterpretedForms = List<struct FullyConnectedS8, struct FullyConnectedF32, struct FullyConnectedS16,
                                struct FullyConnectedS16Sum32, struct FullyConnectedS4,
                                struct FullyConnectedHybrid, struct FullyConnectedShifted>;

  template <class P>
  static int64_t macs(const P& p) {
    return int64_t{p.batch} * p.in * p.out;
  }
  template <class P>
  static int32_t outputs(const P& p) {
    return p.out;
  }
  template <class F, class P>
  static void geometry_fields(F& f, const P& p) {
    f.value("batch", p.batch), f.value("in", p.in), f.value("out", p.out);
  }
};

// The forms with scales, one in total or one per output, and symmetric weights.
struct FullyConnectedQuantized : Weighted<FullyConnected, nook_fully_connected_s8, ByRows::kNone> {
  static constexpr const char* kType = "nook_fully_connected_s8";

  static int32_t scale_count(const Params& p) { return p.scale_step ? p.out : 1; }
  static void fill_scales(const ScaleSource& scales, const Params& p, ScaleTables to);
  static void fields(ParamsVisitor& f, const Params& p);
};

// int8 activations, int8 weights, int32 bias.
struct FullyConnectedS8 : FullyConnectedQuantized {
  NOOK_FORM_FUNCTIONS;
  NOOK_KERNEL_TABLES;
};

// Like FullyConnectedS8, with constant int4 weights.
struct FullyConnectedS4 : FullyConnectedQuantized {
  NOOK_WEIGHTED_FORM(nook_fully_connected_s4);
  NOOK_KERNEL_TABLES;
};

struct FullyConnectedF32 : WeightedF32<FullyConnected, nook_fully_connected_f32, ByRows::kNone> {
  NOOK_WEIGHTED_FORM(nook_fully_connected_f32);
  NOOK_KERNEL_TABLES;
};

// int16 activations, int8 weights, 64-bit sums and bias.
struct FullyConnectedS16 : FullyConnectedQuantized {
  NOOK_FORM_FUNCTIONS;
  NOOK_KERNEL_TABLES;
};

// Like FullyConnectedS16, with 32-bit sums and bias.
struct FullyConnectedS16Sum32 : FullyConnectedQuantized {
  NOOK_FORM_FUNCTIONS;
  NOOK_KERNEL_TABLES;
};

struct FullyConnectedHybrid : WeightedHybrid<FullyConnected, nook_fully_connected_hybrid> {
  NOOK_WEIGHTED_FORM(nook_fully_connected_hybrid);
  NOOK_KERNEL_TABLES;
};

struct FullyConnectedShifted : WeightedShifted<FullyConnected, nook_fully_connected_shifted> {
  NOOK_WEIGHTED_FORM(nook_fully_connected_shifted);
  static void fill_scales(const ScaleSource& scales, const Params& p, ScaleTables to);
};

struct FullyConnectedNarrow : WeightedNarrow<FullyConnected, nook_fully_connected_narrow, ByRows::kNone> {
  static constexpr const char* kHeader = "nook/ops/fully_connected/narrow.h";
  NOOK_WEIGHTED_FORM(nook_fully_connected_narrow);
};

}  // namespace nook
