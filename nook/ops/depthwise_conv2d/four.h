/* A row of output, four channels at a time, shared by kernels that differ in how they multiply. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_FOUR_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_FOUR_H_

#include "nook/core/fixed_point.h"
#include "nook/core/window_range.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

/* A row of the image under the filter: its first pixel, and the first tap of the filter's row. */
typedef struct nook_covered_row {
  const int8_t* pixel;
  const int8_t* tap;
} nook_covered_row;

/* The window of one output pixel, for four channels: the taps and pixels of each row, from `tap` and `pixel`
 * on, in elements from the starts of the rows. */
typedef struct nook_four_window {
  int32_t rows, taps;
  int32_t pixel, tap;
  int32_t step;  /* distance between the pixels of two taps */
  uint32_t zero; /* the zero point of the pixels, in the kernel's format */
} nook_four_window;

/* Sums of four channels; they wrap around on overflow, which only hostile models cause. */
typedef struct nook_four_sums {
  uint32_t a, b, c, d;
} nook_four_sums;

/* Adds the products of a tap's four pixels and weights; the including file defines it. */
static inline nook_four_sums add_products(nook_four_sums sums, const int8_t* x, const int8_t* w,
                                          uint32_t zero);

static inline void nook_requantize_four(const nook_depthwise_conv2d_s8* p, const uint32_t* sums, int32_t c,
                                        int8_t* y) {
  const int32_t* multiplier = p->multiplier + c;
  const int8_t* shift = p->shift + c;
  /* Copies, because a store of an int8 might alias the original. */
  const int32_t zero = p->out_zero, low = p->act_min - zero, high = p->act_max - zero;
  for (int32_t k = 0; k < 4; ++k) {
    const int32_t q = nook_rescale_fast((int32_t)sums[k], multiplier[k], shift[k]);
    y[c + k] = (int8_t)(nook_clamp(q, low, high) + zero);
  }
}

/* Computes outputs c to c + 3 of a pixel. Not inlined: the caller needs the registers for other data. */
static __attribute__((noinline)) void nook_four_outputs(const nook_depthwise_conv2d_s8* p,
                                                        const nook_covered_row* rows,
                                                        const nook_four_window* window, int32_t c,
                                                        const int32_t* bias, int8_t* y) {
  const int32_t step = window->step, out_c = p->out_c;
  const uint32_t zero = window->zero;
  nook_four_sums sums = {0, 0, 0, 0};
  if (bias) {
    sums.a = (uint32_t)bias[c], sums.b = (uint32_t)bias[c + 1];
    sums.c = (uint32_t)bias[c + 2], sums.d = (uint32_t)bias[c + 3];
  }
  for (int32_t i = 0; i < window->rows; ++i) {
    const int8_t* x = rows[i].pixel + window->pixel;
    const int8_t* w = rows[i].tap + window->tap;
    for (int32_t j = window->taps; j > 0; --j, x += step, w += out_c) sums = add_products(sums, x, w, zero);
  }
  const uint32_t all[4] = {sums.a, sums.b, sums.c, sums.d};
  nook_requantize_four(p, all, c, y);
}

static inline void nook_four_row(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                 const int8_t* w, const int32_t* bias, int8_t* y_row, uint32_t zero) {
  nook_covered_row rows[NOOK_DEPTHWISE_FOUR_ROWS];
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  nook_four_window window = {
      ky.end > ky.begin ? ky.end - ky.begin : 0, 0, 0, 0, p->dilation_w * p->in_c, zero};
#pragma GCC unroll 1 /* tells the compiler not to unroll */
  for (int32_t i = 0; i < window.rows; ++i) {
    rows[i].pixel = (const int8_t*)nook_row(x, y0 + (ky.begin + i) * p->dilation_h);
    rows[i].tap = w + (ky.begin + i) * p->filter_w * p->out_c;
  }
  const int32_t out_w = p->out_w, out_c = p->out_c, in_c = p->in_c; /* copies, as above */
  for (int32_t ox = 0; ox < out_w; ++ox, y_row += out_c) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
    const int32_t pixel = (x0 + kx.begin * p->dilation_w) * in_c, tap = kx.begin * out_c;
    window.taps = kx.end - kx.begin;
    for (int32_t c = 0; c < out_c;) {
      window.pixel = pixel + c, window.tap = tap + c;
      nook_four_outputs(p, rows, &window, c, bias, y_row);
      /* The last four channels may overlap the previous four: the same values are written again. */
      const int32_t left = out_c - (c + 4);
      c += left > 0 && left < 4 ? left : 4;
    }
  }
}

static inline void nook_four_images(const nook_depthwise_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                    const int32_t* bias, int8_t* y, uint32_t zero) {
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c)
      nook_four_row(p, &rows, oy, w, bias, y, zero);
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}

#endif
