#pragma once
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/op.h"
#include "nook/ops/row_step.h"
#include "nook/ops/shared/convolution.h"

namespace nook {

struct Conv2DS8;
struct Conv2DS4;
struct Conv2DF32;
struct Conv2DS16;
struct Conv2DS16Sum32;

// y = activation(x (*) w + bias): operands x, w and, optional, bias. Groups when w has fewer channels than x.
struct Conv2D {
  static constexpr OpCode kCode = OpCode::kConv2D;
  static constexpr const char* kName = "Conv2D";
  static constexpr Signature kSignature = operands(Role::kData, Role::kWeights, optional(Role::kBias));
  struct Attrs : ConvolutionAttrs {
    using Op = Conv2D;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<Conv2DS8, Conv2DF32, Conv2DS16, Conv2DS16Sum32, Conv2DS4>;
};

// int8 activations, symmetric int8 weights with one scale or one per output channel, int32 bias.
struct Conv2DS8 {
  using Op = Conv2D;
  using Params = nook_conv2d_s8;
  static constexpr const char* kType = "nook_conv2d_s8";
  static constexpr ByRows kRows = ByRows::kWindow;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const RowInvoke> row_kernels();
  static Span<const Kernel> unpacked_kernels();
  static Span<const Kernel> interpreted_kernels();
  static Span<const Kernel> fast_kernels();
  static int32_t scale_count(const Params& p) { return p.out_c; }
  static void fill_scales(const ScaleSource& scales, const Params& p, ScaleTables to) {
    fill_channel_scales(scales, p.out_c, to);
  }
  static int64_t macs(const Params& p) {
    return int64_t{p.batch} * p.out_h * p.out_w * p.out_c * p.filter_h * p.filter_w * p.filter_c;
  }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("batch", p.batch), f.value("in_h", p.in_h), f.value("in_w", p.in_w), f.value("in_c", p.in_c);
    f.value("out_h", p.out_h), f.value("out_w", p.out_w), f.value("out_c", p.out_c);
    f.value("filter_h", p.filter_h), f.value("filter_w", p.filter_w), f.value("filter_c", p.filter_c);
    f.value("stride_h", p.stride_h), f.value("stride_w", p.stride_w);
    f.value("dilation_h", p.dilation_h), f.value("dilation_w", p.dilation_w);
    f.value("pad_top", p.pad_top), f.value("pad_left", p.pad_left);
    f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
    f.table("multiplier", p.multiplier, p.out_c), f.table("shift", p.shift, p.out_c);
  }
};

// The same with constant weights of 4 bits.
struct Conv2DS4 {
  using Op = Conv2D;
  using Params = nook_conv2d_s4;
  static constexpr const char* kType = "nook_conv2d_s4";
  static constexpr ByRows kRows = ByRows::kWindow;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const RowInvoke> row_kernels();
  static int32_t scale_count(const Params& p) { return Conv2DS8::scale_count(p); }
  static void fill_scales(const ScaleSource& scales, const Params& p, ScaleTables to) {
    Conv2DS8::fill_scales(scales, p, to);
  }
  static int64_t macs(const Params& p) { return Conv2DS8::macs(p); }

  template <class F>
  static void fields(F& f, const Params& p) {
    Conv2DS8::fields(f, p);
  }
};

struct Conv2DF32 {
  using Op = Conv2D;
  using Params = nook_conv2d_f32;
  static constexpr const char* kType = "nook_conv2d_f32";
  static constexpr ByRows kRows = ByRows::kWindow;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const RowInvoke> row_kernels();
  static int64_t macs(const Params& p) {
    return int64_t{p.batch} * p.out_h * p.out_w * p.out_c * p.filter_h * p.filter_w * p.filter_c;
  }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("batch", p.batch), f.value("in_h", p.in_h), f.value("in_w", p.in_w), f.value("in_c", p.in_c);
    f.value("out_h", p.out_h), f.value("out_w", p.out_w), f.value("out_c", p.out_c);
    f.value("filter_h", p.filter_h), f.value("filter_w", p.filter_w), f.value("filter_c", p.filter_c);
    f.value("stride_h", p.stride_h), f.value("stride_w", p.stride_w);
    f.value("dilation_h", p.dilation_h), f.value("dilation_w", p.dilation_w);
    f.value("pad_top", p.pad_top), f.value("pad_left", p.pad_left);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  }
};

// int16 activations, symmetric int8 weights as above, sums and bias of 64 bits.
struct Conv2DS16 {
  using Op = Conv2D;
  using Params = nook_conv2d_s8;
  static constexpr const char* kType = "nook_conv2d_s8";
  static constexpr ByRows kRows = ByRows::kWindow;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const RowInvoke> row_kernels();
  static int32_t scale_count(const Params& p) { return Conv2DS8::scale_count(p); }
  static void fill_scales(const ScaleSource& scales, const Params& p, ScaleTables to) {
    Conv2DS8::fill_scales(scales, p, to);
  }
  static int64_t macs(const Params& p) { return Conv2DS8::macs(p); }

  template <class F>
  static void fields(F& f, const Params& p) {
    Conv2DS8::fields(f, p);
  }
};

// The same with sums and bias of 32 bits.
struct Conv2DS16Sum32 {
  using Op = Conv2D;
  using Params = nook_conv2d_s8;
  static constexpr const char* kType = "nook_conv2d_s8";
  static constexpr ByRows kRows = ByRows::kWindow;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const RowInvoke> row_kernels();
  static int32_t scale_count(const Params& p) { return Conv2DS8::scale_count(p); }
  static void fill_scales(const ScaleSource& scales, const Params& p, ScaleTables to) {
    Conv2DS8::fill_scales(scales, p, to);
  }
  static int64_t macs(const Params& p) { return Conv2DS8::macs(p); }

  template <class F>
  static void fields(F& f, const Params& p) {
    Conv2DS8::fields(f, p);
  }
};

}  // namespace nook
