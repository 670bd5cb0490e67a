/* Rows of 3x3 depthwise convolutions of any stride, dilation and padding, on cores with DSP instructions. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_ROW_OF_3X3_DSP_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_ROW_OF_3X3_DSP_H_

#include "nook/kernels/depthwise/armv7em/dw_3x3_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

/* 3x3 with packed weights. Pixels whose windows are inside the image have taps at the same offsets from the
 * pixel of padding (after the packed weights) as the first of them; the others are computed one at a time. */

typedef void dw_3x3_pixels(const nook_dw_3x3*, const int32_t*);

/* The rows under a filter at one row of the output: the offset of their column 0 from the pixel of padding,
 * and all ones if they are inside the image. */
typedef struct dw_3x3_rows {
  int32_t offsets[3], inside[3];
} dw_3x3_rows;

/* Separate functions, shared by kernels that call different code. */
#define NOOK_SHARED static __attribute__((noinline))

NOOK_SHARED void find_rows(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                           const int8_t* padding, dw_3x3_rows* rows) {
  int32_t y = oy * p->stride_h - p->pad_top;
#pragma GCC unroll 1
  for (int32_t i = 0; i < 3; ++i, y += p->dilation_h) {
    rows->inside[i] = -(int32_t)((uint32_t)y < (uint32_t)p->in_h);
    rows->offsets[i] = rows->inside[i] ? (int32_t)((uintptr_t)nook_row(x, y) - (uintptr_t)padding) : 0;
  }
}

/* Finds the offsets of the taps of the pixel whose column 0 is at x0. A tap outside the image has offset 0,
 * the padding. Returns the number of pixels from there on that have windows inside the image, or 1, and at
 * most `left`. */
NOOK_SHARED int32_t find_taps(const nook_depthwise_conv2d_s8* p, const dw_3x3_rows* rows, int32_t x0,
                              int32_t left, int32_t* to) {
  const int32_t room =
      p->in_w - 1 - 2 * p->dilation_w - x0; /* the number of columns by which it may advance */
  int32_t pixels = 1;
  if ((rows->inside[0] & rows->inside[1] & rows->inside[2]) && x0 >= 0 && room >= 0)
    pixels = room / p->stride_w + 1;
#pragma GCC unroll 1
  for (const int32_t* const end = to + 3; to < end; ++to, x0 += p->dilation_w) {
    const int32_t column = x0 * p->in_c, inside = -(int32_t)((uint32_t)x0 < (uint32_t)p->in_w);
    to[0] = (rows->offsets[0] + column) & rows->inside[0] & inside;
    to[3] = (rows->offsets[1] + column) & rows->inside[1] & inside;
    to[6] = (rows->offsets[2] + column) & rows->inside[2] & inside;
  }
  return pixels < left ? pixels : left;
}

/* `stream`: bytes of packed weights before the pixel of padding. Always inlined: called by name, so that
 * tools/stack.py finds the kernels. */
static inline __attribute__((always_inline)) void row_of_3x3(const nook_depthwise_conv2d_s8* p,
                                                             const nook_rows* x, int32_t oy, const int8_t* w,
                                                             int8_t* y_row, int32_t stream,
                                                             dw_3x3_pixels* pixels) {
  const int8_t* const padding = w + stream;
  nook_dw_3x3 job = {padding, y_row, w, (p->stride_w - 1) * p->in_c, 1, p->out_c, p->out_zero};
  dw_3x3_rows rows;
  find_rows(p, x, oy, padding, &rows);
  int32_t x0 = -p->pad_left;
  for (int32_t left = p->out_w; left > 0; left -= job.pixels) {
    int32_t offsets[9];
    job.pixels = find_taps(p, &rows, x0, left, offsets);
    pixels(&job, offsets);
    job.y += job.pixels * p->out_c, x0 += job.pixels * p->stride_w;
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}

#endif
