#pragma once
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/op.h"
#include "nook/ops/row_step.h"
#include "nook/ops/shared/convolution.h"

namespace nook {

struct DepthwiseConv2DS8;
struct DepthwiseConv2DS4;
struct DepthwiseConv2DF32;
struct DepthwiseConv2DS16;
struct DepthwiseConv2DHybrid;
struct DepthwiseConv2DShifted;

// y = activation(x (*) w + bias), each channel of x on its own: operands x, w [1][h][w][channels *
// multiplier] and, optional, bias.
struct DepthwiseConv2D {
  static constexpr OpCode kCode = OpCode::kDepthwiseConv2D;
  static constexpr const char* kName = "DepthwiseConv2D";
  static constexpr Signature kSignature = operands(Role::kData, Role::kWeights, optional(Role::kBias));
  struct Attrs : ConvolutionAttrs {
    using Op = DepthwiseConv2D;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<DepthwiseConv2DS8, DepthwiseConv2DF32, DepthwiseConv2DS16, DepthwiseConv2DS4,
                     DepthwiseConv2DHybrid, DepthwiseConv2DShifted>;
};

// What all forms have in common.
template <class P>
struct DepthwiseConv2DForm {
  using Op = DepthwiseConv2D;
  using Params = P;
  static constexpr ByRows kRows = ByRows::kWindow;

  static int64_t macs(const P& p) {
    return int64_t{p.batch} * p.out_h * p.out_w * p.out_c * p.filter_h * p.filter_w;
  }
  template <class F>
  static void geometry_fields(F& f, const P& p) {
    image_fields(f, p), f.value("depth_multiplier", p.depth_multiplier), window_fields(f, p);
  }
};

// What those have in common that have scales: one, or one per output channel, of symmetric weights.
struct DepthwiseConv2DQuantized : DepthwiseConv2DForm<nook_depthwise_conv2d_s8> {
  static constexpr const char* kType = "nook_depthwise_conv2d_s8";

  static int32_t scale_count(const Params& p) { return p.out_c; }
  static void fill_scales(const ScaleSource& scales, const Params& p, ScaleTables to) {
    fill_channel_scales(scales, p.out_c, to);
  }
  template <class F>
  static void fields(F& f, const Params& p) {
    geometry_fields(f, p), quantized_fields(f, p);
  }
};

// int8 activations, int8 weights, int32 bias.
struct DepthwiseConv2DS8 : DepthwiseConv2DQuantized {
  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const RowInvoke> row_kernels();
  static Span<const Kernel> unpacked_kernels();
  static Span<const Kernel> interpreted_kernels();
  static Span<const Kernel> fast_kernels();
};

// The same with constant weights of 4 bits.
struct DepthwiseConv2DS4 : DepthwiseConv2DQuantized {
  using Params = nook_depthwise_conv2d_s4;
  static constexpr const char* kType = "nook_depthwise_conv2d_s4";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const RowInvoke> row_kernels();
};

struct DepthwiseConv2DF32 : DepthwiseConv2DForm<nook_depthwise_conv2d_f32> {
  static constexpr const char* kType = "nook_depthwise_conv2d_f32";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const RowInvoke> row_kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    geometry_fields(f, p), f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  }
};

// int16 activations, int8 weights, sums and bias of 64 bits.
struct DepthwiseConv2DS16 : DepthwiseConv2DQuantized {
  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const Kernel> unpacked_kernels();
  static Span<const Kernel> fast_kernels();
  static Span<const RowInvoke> row_kernels();
};

// float32 activations, symmetric int8 weights with one scale or one per output channel, float32 bias.
struct DepthwiseConv2DHybrid : DepthwiseConv2DForm<nook_depthwise_conv2d_hybrid> {
  static constexpr const char* kType = "nook_depthwise_conv2d_hybrid";
  static constexpr ByRows kRows = ByRows::kNone;  // the scale of the bytes is that of the whole image

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    geometry_fields(f, p);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
    f.value("asymmetric", p.asymmetric), f.value("scale_step", p.scale_step);
    f.table("scale", p.scale, p.scale_step ? p.out_c : 1);
  }
};

// int8 activations, int8 weights with one scale and a zero point that is not 0, int32 bias.
struct DepthwiseConv2DShifted : DepthwiseConv2DForm<nook_depthwise_conv2d_shifted> {
  static constexpr const char* kType = "nook_depthwise_conv2d_shifted";
  static constexpr ByRows kRows = ByRows::kNone;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int32_t scale_count(const Params&) { return 1; }
  static void fill_scales(const ScaleSource& scales, const Params&, ScaleTables to) {
    fill_channel_scales(scales, 1, to);
  }

  template <class F>
  static void fields(F& f, const Params& p) {
    geometry_fields(f, p);
    f.value("in_zero", p.in_zero), f.value("w_zero", p.w_zero), f.value("out_zero", p.out_zero);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
    f.table("multiplier", p.multiplier, 1), f.table("shift", p.shift, 1);
  }
};

}  // namespace nook
