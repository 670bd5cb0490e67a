#pragma once
#include "nook/ops/max_pool2d/max_pool2d.h"
#include "nook/ops/op.h"
#include "nook/ops/row_step.h"
#include "nook/ops/shared/quantize.h"
#include "nook/ops/shared/window.h"

namespace nook {

struct MaxPool2DS8;
struct MaxPool2DF32;
struct MaxPool2DS16;

// y = activation(maximum of each window of x, over the positions inside the image).
struct MaxPool2D {
  static constexpr OpCode kCode = OpCode::kMaxPool2D;
  static constexpr const char* kName = "MaxPool2D";
  static constexpr Signature kSignature = operands(Role::kData);
  struct Attrs {
    using Op = MaxPool2D;
    Padding padding;
    int32_t filter_h = 1, filter_w = 1, stride_h = 1, stride_w = 1;
    Activation activation = Activation::kNone;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<MaxPool2DS8, MaxPool2DF32, MaxPool2DS16>;
};

// int8, input and output quantized alike.
struct MaxPool2DS8 {
  using Op = MaxPool2D;
  using Params = nook_max_pool2d_s8;
  static constexpr const char* kType = "nook_max_pool2d_s8";
  static constexpr ByRows kRows = ByRows::kWindow;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const RowInvoke> row_kernels();
  static Span<const Kernel> interpreted_kernels();
  static Span<const Kernel> fast_kernels();
  static int64_t macs(const Params&) { return 0; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("batch", p.batch), f.value("in_h", p.in_h), f.value("in_w", p.in_w), f.value("in_c", p.in_c);
    f.value("out_h", p.out_h), f.value("out_w", p.out_w);
    f.value("filter_h", p.filter_h), f.value("filter_w", p.filter_w);
    f.value("stride_h", p.stride_h), f.value("stride_w", p.stride_w);
    f.value("pad_top", p.pad_top), f.value("pad_left", p.pad_left);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  }
};

struct MaxPool2DF32 {
  using Op = MaxPool2D;
  using Params = nook_max_pool2d_f32;
  static constexpr const char* kType = "nook_max_pool2d_f32";
  static constexpr ByRows kRows = ByRows::kWindow;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const RowInvoke> row_kernels();
  static int64_t macs(const Params&) { return 0; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("batch", p.batch), f.value("in_h", p.in_h), f.value("in_w", p.in_w), f.value("in_c", p.in_c);
    f.value("out_h", p.out_h), f.value("out_w", p.out_w);
    f.value("filter_h", p.filter_h), f.value("filter_w", p.filter_w);
    f.value("stride_h", p.stride_h), f.value("stride_w", p.stride_w);
    f.value("pad_top", p.pad_top), f.value("pad_left", p.pad_left);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  }
};

// int16, input and output quantized alike.
struct MaxPool2DS16 {
  using Op = MaxPool2D;
  using Params = nook_max_pool2d_s8;
  static constexpr const char* kType = "nook_max_pool2d_s8";
  static constexpr ByRows kRows = ByRows::kWindow;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const RowInvoke> row_kernels();
  static int64_t macs(const Params&) { return 0; }

  template <class F>
  static void fields(F& f, const Params& p) {
    MaxPool2DS8::fields(f, p);
  }
};

}  // namespace nook
