#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/prepare/window.h"

// Checks shared by operators with a sliding filter (convolutions, poolings).
namespace nook {

// Checks that x and y have four dimensions and x has elements; sets batch, in_h, in_w and in_c.
template <class Params>
Code prepare_image(const NodeView& node, PrepareContext& context, Params* p) {
  const Shape &x = node.inputs[0].shape, &y = node.outputs[0].shape;
  NOOK_CHECK(context, x.rank == 4, Reason::kRank, 0, 4, x.rank);
  NOOK_CHECK(context, y.rank == 4, Reason::kRank, kFirstOutput, 4, y.rank);
  NOOK_CHECK(context, x.elements() > 0, Reason::kElements, 0, 1, 0);
  p->batch = x.dim[0], p->in_h = x.dim[1], p->in_w = x.dim[2], p->in_c = x.dim[3];
  return Code::kOk;
}

// Sets the strides and padding of a filter of p->filter_h by p->filter_w with the given dilation. y must have
// the resulting shape, with `out_c` channels; sets out_h, out_w, the strides and the padding.
template <class Attrs, class Params>
Code prepare_sliding(const Attrs& attrs, const NodeView& node, int32_t dilation_h, int32_t dilation_w,
                     int32_t out_c, PrepareContext& context, Params* p) {
  NOOK_CHECK(context, attrs.stride_h > 0, Reason::kStride, 0, 1, attrs.stride_h);
  NOOK_CHECK(context, attrs.stride_w > 0, Reason::kStride, 0, 1, attrs.stride_w);
  p->stride_h = attrs.stride_h, p->stride_w = attrs.stride_w;
  const Padding& pad = attrs.padding;
  const auto rows = place({p->in_h, p->filter_h, p->stride_h, dilation_h}, pad.mode, pad.top, pad.bottom);
  NOOK_CHECK(context, rows, Reason::kFilter, 1, p->in_h, p->filter_h);
  const auto columns = place({p->in_w, p->filter_w, p->stride_w, dilation_w}, pad.mode, pad.left, pad.right);
  NOOK_CHECK(context, columns, Reason::kFilter, 1, p->in_w, p->filter_w);
  p->out_h = rows->out, p->pad_top = rows->before;
  p->out_w = columns->out, p->pad_left = columns->before;
  // Kernels multiply strides by the bytes of a row or a pixel, even if there is only one window.
  if (p->out_h == 1 && p->stride_h > p->in_h) p->stride_h = p->in_h;
  if (p->out_w == 1 && p->stride_w > p->in_w) p->stride_w = p->in_w;
  const Shape& y = node.outputs[0].shape;
  const int32_t expected[] = {p->batch, p->out_h, p->out_w, out_c};
  for (int i = 0; i < 4; ++i)
    NOOK_CHECK(context, y.dim[i] == expected[i], Reason::kOutputShape, kFirstOutput, expected[i], y.dim[i]);
  return Code::kOk;
}

// Likewise for a convolution, whose filter may be dilated.
template <class Attrs, class Params>
Code prepare_convolution(const Attrs& attrs, const NodeView& node, PrepareContext& context, Params* p) {
  NOOK_CHECK(context, attrs.dilation_h > 0, Reason::kDilation, 0, 1, attrs.dilation_h);
  NOOK_CHECK(context, attrs.dilation_w > 0, Reason::kDilation, 0, 1, attrs.dilation_w);
  p->dilation_h = p->filter_h > 1 ? attrs.dilation_h : 1;  // used between taps only
  p->dilation_w = p->filter_w > 1 ? attrs.dilation_w : 1;
  NOOK_TRY(prepare_sliding(attrs, node, p->dilation_h, p->dilation_w, p->out_c, context, p));
  // The largest distance from the start of a row that a kernel computes, in elements of up to four bytes:
  // where addresses have 32 bits, a longer one would wrap around.
  constexpr int32_t kMost = INT32_MAX / 4;
  const int64_t reach = (int64_t{p->pad_left} + p->in_w + p->dilation_w) * p->in_c;
  NOOK_CHECK(context, reach <= kMost, Reason::kTooLarge, 0, kMost, p->dilation_w);
  return Code::kOk;
}

}  // namespace nook
