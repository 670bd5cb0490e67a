#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/contract/row_step.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/conv2d/narrow.h"
#include "nook/ops/prepare/convolution.h"

namespace nook {

// y = activation(conv(x, w) + bias). Operands: x, w and optionally bias. Grouped if w has fewer channels than
// x.
struct Conv2D : OptionsOp<OpCode::kConv2D> {
  static constexpr Signature kSignature = operands(Role::kData, Role::kWeights, optional(Role::kBias));
  struct Attrs : ConvolutionAttrs {
    using Op = Conv2D;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<struct Conv2DS8, struct Conv2DF32, struct Conv2DS16, struct Conv2DS16Sum32,
                     struct Conv2DS4, struct Conv2DHybrid, struct Conv2DShifted, struct Conv2DNarrow>;
  using InterpretedForms = List<struct Conv2DS8, struct Conv2DF32, struct Conv2DS16, struct Conv2DS16Sum32,
                                struct Conv2DS4, struct Conv2DHybrid, struct Conv2DShifted>;

  template <class P>
  static int64_t macs(const P& p) {
    return int64_t{p.batch} * p.out_h * p.out_w * p.out_c * p.filter_h * p.filter_w * p.filter_c;
  }
  template <class P>
  static int32_t outputs(const P& p) {
    return p.out_c;
  }
  template <class F, class P>
  static void geometry_fields(F& f, const P& p) {
    image_fields(f, p), f.value("filter_c", p.filter_c), window_fields(f, p);
  }
};

struct Conv2DQuantized : ConvolutionQuantized<Conv2D, nook_conv2d_s8> {
  static constexpr const char* kType = "nook_conv2d_s8";
};

// int8 activations, int8 weights, int32 bias.
struct Conv2DS8 : Conv2DQuantized {
  NOOK_FORM_FUNCTIONS;
  NOOK_KERNEL_TABLES;
  static Span<const RowInvoke> row_kernels();
};

// Like Conv2DS8, with constant int4 weights.
struct Conv2DS4 : Conv2DQuantized {
  NOOK_WEIGHTED_FORM(nook_conv2d_s4);
  NOOK_KERNEL_TABLES;
  static Span<const RowInvoke> row_kernels();
};

struct Conv2DF32 : WeightedF32<Conv2D, nook_conv2d_f32, ByRows::kWindow> {
  NOOK_WEIGHTED_FORM(nook_conv2d_f32);
  NOOK_KERNEL_TABLES;
  static Span<const RowInvoke> row_kernels();
};

// int16 activations, int8 weights, 64-bit sums and bias.
struct Conv2DS16 : Conv2DQuantized {
  NOOK_FORM_FUNCTIONS;
  NOOK_KERNEL_TABLES;
  static Span<const RowInvoke> row_kernels();
};

// Like Conv2DS16, with 32-bit sums and bias.
struct Conv2DS16Sum32 : Conv2DQuantized {
  NOOK_FORM_FUNCTIONS;
  NOOK_KERNEL_TABLES;
  static Span<const RowInvoke> row_kernels();
};

struct Conv2DHybrid : WeightedHybrid<Conv2D, nook_conv2d_hybrid> {
  NOOK_WEIGHTED_FORM(nook_conv2d_hybrid);
  NOOK_KERNEL_TABLES;
};

struct Conv2DShifted : ConvolutionShifted<Conv2D, nook_conv2d_shifted> {
  NOOK_WEIGHTED_FORM(nook_conv2d_shifted);
};

struct Conv2DNarrow : WeightedNarrow<Conv2D, nook_conv2d_narrow, ByRows::kWindow> {
  static constexpr const char* kHeader = "nook/ops/conv2d/narrow.h";
  NOOK_WEIGHTED_FORM(nook_conv2d_narrow);
  static Span<const RowInvoke> row_kernels();
};

}  // namespace nook
