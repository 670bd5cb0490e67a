/* The offsets of a window's taps, for kernels that read taps at any addresses. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_FIND_TAPS_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_FIND_TAPS_H_

#include "nook/core/window_range.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

static inline int32_t* nook_repeat_tap(int32_t* to, int32_t offsets, int32_t count) {
  for (; count > 0; --count) *to++ = offsets;
  return to;
}

/* Finds the offsets of the taps for the output pixel whose tap 0 is at (y0, x0), relative to the pixel of
 * padding, which replaces taps outside the image. */
static void nook_find_taps(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t y0, int32_t x0,
                           const int8_t* padding, int32_t* to) {
  nook_taps in = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
  if (in.end <= in.begin) in.begin = in.end = p->filter_w;
  const int32_t column = p->dilation_w * p->in_c;
  for (int32_t i = p->filter_h; i > 0; --i, y0 += p->dilation_h) {
    if ((uint32_t)y0 >= (uint32_t)p->in_h) {
      to = nook_repeat_tap(to, 0, p->filter_w);
      continue;
    }
    to = nook_repeat_tap(to, 0, in.begin);
    int32_t offsets = (int32_t)((uintptr_t)nook_row(x, y0) - (uintptr_t)padding) +
                      (x0 + in.begin * p->dilation_w) * p->in_c;
    for (int32_t j = in.end - in.begin; j > 0; --j, offsets += column) *to++ = offsets;
    to = nook_repeat_tap(to, 0, p->filter_w - in.end);
  }
  *to = 0; /* its weights are 0 */
}

/* Whether all rows of the window whose first one is y0 are inside the image. */
static inline int32_t nook_rows_inside(const nook_depthwise_conv2d_s8* p, int32_t y0) {
  return y0 >= 0 && y0 + (p->filter_h - 1) * p->dilation_h < p->in_h;
}

/* The pixels from x0 on whose taps have the same offsets from their pixels: those that have all taps inside
 * the image, or 1. `right`: columns from the first tap of a row to the last. */
static inline int32_t nook_pixels_inside(const nook_depthwise_conv2d_s8* p, int32_t rows_inside,
                                         int32_t right, int32_t x0) {
  const int32_t room = p->in_w - 1 - right - x0; /* the number of columns by which it may advance */
  return rows_inside && x0 >= 0 && room >= 0 ? room / p->stride_w + 1 : 1;
}

#endif
