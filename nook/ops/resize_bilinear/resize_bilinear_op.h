#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/contract/row_step.h"
#include "nook/ops/resize_bilinear/resize_bilinear.h"

namespace nook {

// Resizes an image [batch, height, width, channels] by bilinear interpolation. Operand 1: height and width of
// y, constant.
struct ResizeBilinear : OptionsOp<OpCode::kResizeBilinear, Role::kData, Role::kPrepared> {
  struct Attrs {
    using Op = ResizeBilinear;
    bool align_corners = false, half_pixel_centers = false;  // at most one of them
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<struct ResizeBilinearS8, struct ResizeBilinearF32, struct ResizeBilinearS16,
                     struct ResizeBilinearU8>;
};

// int8; input and output have the same quantization.
struct ResizeBilinearS8 : OpForm<ResizeBilinear, ByRows::kWindow> {
  NOOK_FORM(nook_resize_bilinear_s8);
  static Span<const RowInvoke> row_kernels();
  static WindowRows window(const Params& p);
  static int64_t macs(const Params& p) { return 4 * int64_t{p.batch} * p.out_h * p.out_w * p.channels; }
};

// int16 likewise.
struct ResizeBilinearS16 : OpForm<ResizeBilinear, ByRows::kWindow> {
  NOOK_FORM(nook_resize_bilinear_s8);
  static Span<const RowInvoke> row_kernels();
  static WindowRows window(const Params& p);
  static int64_t macs(const Params& p) { return ResizeBilinearS8::macs(p); }
};

// float32.
struct ResizeBilinearF32 : OpForm<ResizeBilinear, ByRows::kWindow> {
  NOOK_FORM(nook_resize_bilinear_f32);
  static Span<const RowInvoke> row_kernels();
  static WindowRows window(const Params& p);
  static int64_t macs(const Params& p) { return 4 * int64_t{p.batch} * p.out_h * p.out_w * p.channels; }
};

// uint8, which TensorFlow Lite computes in floating point; input and output have the same quantization.
struct ResizeBilinearU8 : OpForm<ResizeBilinear, ByRows::kWindow> {
  NOOK_FORM(nook_resize_bilinear_f32);
  static Span<const RowInvoke> row_kernels();
  static WindowRows window(const Params& p);
  static int64_t macs(const Params& p) { return ResizeBilinearF32::macs(p); }
};

}  // namespace nook
