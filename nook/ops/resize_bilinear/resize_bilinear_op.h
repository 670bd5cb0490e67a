#pragma once
#include "nook/ops/op.h"
#include "nook/ops/resize_bilinear/resize_bilinear.h"

namespace nook {

struct ResizeBilinearS8;
struct ResizeBilinearF32;

// An image [batch, height, width, channels] with other rows and columns, each between the nearest two of x.
// Operand 1: rows and columns of y, constant.
struct ResizeBilinear {
  static constexpr OpCode kCode = OpCode::kResizeBilinear;
  static constexpr Signature kSignature = operands(Role::kData, Role::kPrepared);
  struct Attrs {
    using Op = ResizeBilinear;
    bool align_corners = false, half_pixel_centers = false;  // not both
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<ResizeBilinearS8, ResizeBilinearF32>;
};

// int8, input and output quantized alike.
struct ResizeBilinearS8 : FormOf<ResizeBilinear, nook_resize_bilinear_s8> {
  static constexpr const char* kType = "nook_resize_bilinear_s8";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params& p) { return 4 * int64_t{p.batch} * p.out_h * p.out_w * p.channels; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("batch", p.batch), f.value("in_h", p.in_h), f.value("in_w", p.in_w);
    f.value("channels", p.channels), f.value("out_h", p.out_h), f.value("out_w", p.out_w);
    f.value("scale_h", p.scale_h), f.value("scale_w", p.scale_w);
    f.value("offset_h", p.offset_h), f.value("offset_w", p.offset_w);
  }
};

// float32.
struct ResizeBilinearF32 : FormOf<ResizeBilinear, nook_resize_bilinear_f32> {
  static constexpr const char* kType = "nook_resize_bilinear_f32";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params& p) { return 4 * int64_t{p.batch} * p.out_h * p.out_w * p.channels; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("batch", p.batch), f.value("in_h", p.in_h), f.value("in_w", p.in_w);
    f.value("channels", p.channels), f.value("out_h", p.out_h), f.value("out_w", p.out_w);
    f.value("scale_h", p.scale_h), f.value("scale_w", p.scale_w), f.value("centre", p.centre);
  }
};

}  // namespace nook
