#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/contract/row_step.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/depthwise_conv2d/narrow.h"
#include "nook/ops/prepare/convolution.h"

namespace nook {

// y = activation(conv(x, w) + bias), separately for each channel. Operands: x, w [1][h][w][channels *
// multiplier] and optionally bias.
struct DepthwiseConv2D : OptionsOp<OpCode::kDepthwiseConv2D> {
  static constexpr Signature kSignature = operands(Role::kData, Role::kWeights, optional(Role::kBias));
  struct Attrs : ConvolutionAttrs {
    using Op = DepthwiseConv2D;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<struct DepthwiseConv2DS8, struct DepthwiseConv2DF32, struct DepthwiseConv2DS16,
                     struct DepthwiseConv2DS4, struct DepthwiseConv2DHybrid, struct DepthwiseConv2DShifted,
                     struct DepthwiseConv2DNarrow>;
  using InterpretedForms =
      List<struct DepthwiseConv2DS8, struct DepthwiseConv2DF32, struct DepthwiseConv2DS16,
           struct DepthwiseConv2DS4, struct DepthwiseConv2DHybrid, struct DepthwiseConv2DShifted>;

  template <class P>
  static int64_t macs(const P& p) {
    return int64_t{p.batch} * p.out_h * p.out_w * p.out_c * p.filter_h * p.filter_w;
  }
  template <class P>
  static int32_t outputs(const P& p) {
    return p.out_c;
  }
  template <class F, class P>
  static void geometry_fields(F& f, const P& p) {
    image_fields(f, p), f.value("depth_multiplier", p.depth_multiplier), window_fields(f, p);
  }
};

struct DepthwiseConv2DQuantized : ConvolutionQuantized<DepthwiseConv2D, nook_depthwise_conv2d_s8> {
  static constexpr const char* kType = "nook_depthwise_conv2d_s8";
};

// int8 activations, int8 weights, int32 bias.
struct DepthwiseConv2DS8 : DepthwiseConv2DQuantized {
  NOOK_FORM_FUNCTIONS;
  NOOK_KERNEL_TABLES;
  static Span<const RowInvoke> row_kernels();
};

// Like DepthwiseConv2DS8, with constant int4 weights.
struct DepthwiseConv2DS4 : DepthwiseConv2DQuantized {
  NOOK_WEIGHTED_FORM(nook_depthwise_conv2d_s4);
  NOOK_KERNEL_TABLES;
  static Span<const RowInvoke> row_kernels();
};

struct DepthwiseConv2DF32 : WeightedF32<DepthwiseConv2D, nook_depthwise_conv2d_f32, ByRows::kWindow> {
  NOOK_WEIGHTED_FORM(nook_depthwise_conv2d_f32);
  NOOK_KERNEL_TABLES;
  static Span<const RowInvoke> row_kernels();
};

// int16 activations, int8 weights, 64-bit sums and bias.
struct DepthwiseConv2DS16 : DepthwiseConv2DQuantized {
  NOOK_FORM_FUNCTIONS;
  NOOK_KERNEL_TABLES;
  static Span<const RowInvoke> row_kernels();
};

struct DepthwiseConv2DHybrid : WeightedHybrid<DepthwiseConv2D, nook_depthwise_conv2d_hybrid> {
  NOOK_WEIGHTED_FORM(nook_depthwise_conv2d_hybrid);
  NOOK_KERNEL_TABLES;
};

struct DepthwiseConv2DShifted : ConvolutionShifted<DepthwiseConv2D, nook_depthwise_conv2d_shifted> {
  NOOK_WEIGHTED_FORM(nook_depthwise_conv2d_shifted);
};

struct DepthwiseConv2DNarrow
    : WeightedNarrow<DepthwiseConv2D, nook_depthwise_conv2d_narrow, ByRows::kWindow> {
  static constexpr const char* kHeader = "nook/ops/depthwise_conv2d/narrow.h";
  NOOK_WEIGHTED_FORM(nook_depthwise_conv2d_narrow);
  static Span<const RowInvoke> row_kernels();
};

}  // namespace nook
