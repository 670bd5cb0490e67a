#pragma once
#include "nook/ops/l2_pool2d/l2_pool2d.h"
#include "nook/ops/op.h"
#include "nook/ops/row_step.h"
#include "nook/ops/shared/quantize.h"
#include "nook/ops/shared/window.h"

namespace nook {

struct L2Pool2DF32;

// y = activation(root of the mean of the squares in each window of x, over the positions inside the image).
struct L2Pool2D {
  static constexpr OpCode kCode = OpCode::kL2Pool2D;
  static constexpr const char* kName = "L2Pool2D";
  static constexpr Signature kSignature = operands(Role::kData);
  struct Attrs {
    using Op = L2Pool2D;
    Padding padding;
    int32_t filter_h = 1, filter_w = 1, stride_h = 1, stride_w = 1;
    Activation activation = Activation::kNone;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<L2Pool2DF32>;
};

// float32.
struct L2Pool2DF32 {
  using Op = L2Pool2D;
  using Params = nook_l2_pool2d_f32;
  static constexpr const char* kType = "nook_l2_pool2d_f32";
  static constexpr ByRows kRows = ByRows::kWindow;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static Span<const RowInvoke> row_kernels();
  static int64_t macs(const Params& p) {
    return int64_t{p.batch} * p.out_h * p.out_w * p.in_c * p.filter_h * p.filter_w;
  }

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

}  // namespace nook
