#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/contract/row_step.h"
#include "nook/ops/prepare/channels.h"
#include "nook/ops/prepare/window.h"
#include "nook/ops/transpose_conv/transpose_conv.h"

namespace nook {

// y = activation(transposed convolution of x with w + bias). Operands: the shape of y, w, x and optionally
// bias. The shape operand is ignored: y already has that shape.
struct TransposeConv : OptionsOp<OpCode::kTransposeConv> {
  static constexpr Signature kSignature =
      operands(Role::kPrepared, Role::kWeights, Role::kData, optional(Role::kBias));
  struct Attrs {
    using Op = TransposeConv;
    Padding padding;  // padding of the convolution that this one reverses; never kExplicit
    int32_t stride_h = 1, stride_w = 1;
    Activation activation = Activation::kNone;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<struct TransposeConvS8, struct TransposeConvS16, struct TransposeConvF32>;
};

namespace detail {

// Row y of the output depends on the rows of x from (y + pad_top - filter_h) / stride_h + 1 to (y + pad_top)
// / stride_h, both rounded down.
inline WindowRows transpose_conv_rows(const nook_transpose_conv_shape& s) {
  const int64_t reach = int64_t{s.pad_top} + s.stride_h;
  const bool fits = reach + s.out_h <= INT32_MAX && reach - s.filter_h + s.out_h <= INT32_MAX;
  if (!fits) return {1, 0, 1, 0};
  return {1, s.filter_h - static_cast<int32_t>(reach), static_cast<int32_t>(reach), s.stride_h};
}

// Each input times the whole filter, including the part that falls outside y.
constexpr int64_t transpose_conv_macs(const nook_transpose_conv_shape& s) {
  return int64_t{s.batch} * s.in_h * s.in_w * s.in_c * s.filter_h * s.filter_w * s.out_c;
}

template <class P>
struct TransposeConvForm : OpForm<TransposeConv, ByRows::kWindow> {
  static int64_t macs(const P& p) { return transpose_conv_macs(p.shape); }
  static WindowRows window(const P& p) { return transpose_conv_rows(p.shape); }
};
// Weights with one scale or one per output channel.
template <class P>
struct TransposeConvQuantized : TransposeConvForm<P> {
  static int32_t scale_count(const P& p) { return p.shape.out_c; }
  static void fill_scales(const ScaleSource& scales, const P& p, ScaleTables to) {
    fill_channel_scales(scales, p.shape.out_c, to);
  }
};

}  // namespace detail

// int8 activations, symmetric int8 weights, int32 bias.
struct TransposeConvS8 : detail::TransposeConvQuantized<nook_transpose_conv_s8> {
  NOOK_FORM(nook_transpose_conv_s8);
  static Span<const KernelEntry> unpacked_kernels();
  static Span<const RowInvoke> row_kernels();
};

// int16 activations with zero points of 0, weights as above, int64 or int16 bias.
struct TransposeConvS16 : detail::TransposeConvQuantized<nook_transpose_conv_s16> {
  NOOK_FORM(nook_transpose_conv_s16);
  static Span<const KernelEntry> unpacked_kernels();
  static Span<const RowInvoke> row_kernels();
};

// float32.
struct TransposeConvF32 : detail::TransposeConvForm<nook_transpose_conv_f32> {
  NOOK_FORM(nook_transpose_conv_f32);
  static Span<const KernelEntry> unpacked_kernels();
  static Span<const RowInvoke> row_kernels();
};

}  // namespace nook
