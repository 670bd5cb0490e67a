/* Where the taps of adjacent pixels are, for machines with many registers: kernels that compute many channels
 * at a time advance a pointer for each tap. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_TAP_POINTERS_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_TAP_POINTERS_H_

#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

/* The most taps: the kernel's stack holds the address of each. */
enum { NOOK_TAP_POINTERS = 64 };

/* Pixels of a row whose taps advance together. */
typedef struct nook_tap_pixels {
  const int8_t*
      tap[NOOK_TAP_POINTERS + 1]; /* taps of the first pixel, in the order of the filter; the last twice */
  int8_t* y;
  int32_t count;
  intptr_t step; /* bytes from one pixel's taps to the next pixel's */
} nook_tap_pixels;

/* Finds the image rows under the filter; null: in the padding. */
static void nook_find_tap_rows(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t y0,
                               const int8_t** rows) {
  for (int32_t i = 0; i < p->filter_h; ++i, y0 += p->dilation_h)
    rows[i] = y0 >= 0 && y0 < p->in_h ? (const int8_t*)nook_row(x, y0) : 0;
}

static inline const int8_t** nook_repeat_tap(const int8_t** tap, const int8_t* at, int32_t count) {
  for (; count > 0; --count) *tap++ = at;
  return tap;
}

/* Finds the taps of the output pixel at column x0; taps in the padding use the pixel `outside`. */
static void nook_find_tap_pointers(const nook_depthwise_conv2d_s8* p, const int8_t* const* rows, int32_t x0,
                                   const int8_t* outside, const int8_t** tap) {
  nook_taps in = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
  if (in.end <= in.begin) in.begin = in.end = p->filter_w;
  const int32_t stride = p->dilation_w * p->in_c;
  const int32_t first = in.begin < in.end ? (x0 + in.begin * p->dilation_w) * p->in_c : 0;
  for (int32_t i = 0; i < p->filter_h; ++i) {
    if (!rows[i]) {
      tap = nook_repeat_tap(tap, outside, p->filter_w);
      continue;
    }
    tap = nook_repeat_tap(tap, outside, in.begin);
    const int8_t* at = rows[i] + first;
    for (int32_t j = in.end - in.begin; j > 0; --j, at += stride) *tap++ = at;
    tap = nook_repeat_tap(tap, outside, p->filter_w - in.end);
  }
  *tap = tap[-1]; /* its weights are 0 */
}

typedef void nook_run_tap_pixels(const nook_depthwise_conv2d_s8* p, nook_tap_pixels* all, const int8_t* w);

/* Computes a row of outputs by calls of `run`. Inlined, so that these are direct. */
static inline __attribute__((always_inline)) void nook_row_of_tap_pixels(const nook_depthwise_conv2d_s8* p,
                                                                         const nook_rows* x, int32_t oy,
                                                                         const int8_t* w,
                                                                         const int8_t* outside, int8_t* y_row,
                                                                         nook_run_tap_pixels* run) {
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const int32_t down = (p->filter_h - 1) * p->dilation_h, right = (p->filter_w - 1) * p->dilation_w;
  const int32_t rows_inside = y0 >= 0 && y0 + down < p->in_h;
  const int8_t* covered[NOOK_TAP_POINTERS];
  nook_find_tap_rows(p, x, y0, covered);
  nook_tap_pixels all;
  all.step = p->stride_w * p->in_c;
  for (int32_t ox = 0, next; ox < p->out_w; ox = next) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const int32_t room = p->in_w - 1 - right - x0; /* the number of columns by which it may advance */
    int32_t count = rows_inside && x0 >= 0 && room >= 0 ? room / p->stride_w + 1 : 1;
    if (count > p->out_w - ox) count = p->out_w - ox;
    nook_find_tap_pointers(p, covered, x0, outside, all.tap);
    all.count = count, all.y = y_row + ox * p->out_c;
    run(p, &all, w);
    next = ox + count;
  }
}

NOOK_ROW_AFTER_ROW(each_row, nook_depthwise_conv2d_s8, int8_t, int8_t, int32_t)

#endif
