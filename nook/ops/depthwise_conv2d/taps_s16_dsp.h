/* Windows of int16 on cores with DSP instructions, shared by the kernels of depthwise convolutions. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_TAPS_S16_DSP_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_TAPS_S16_DSP_H_

#include "nook/core/fixed_point.h"
#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

/* The window of one pixel: rows of taps inside the image. */
typedef struct nook_taps_s16 {
  const int16_t* row[NOOK_DEPTHWISE_CONV2D_ROWS_S16]; /* the first inside tap of each row, channel 0 */
  int32_t rows, columns, step;                        /* bytes from one tap to the next */
  int32_t before, between, behind;                    /* words of weights of taps outside the image */
} nook_taps_s16;

static inline void nook_find_taps_s16(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t y0,
                                      nook_taps ky, int32_t x0, nook_taps_s16* taps) {
  const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
  const int32_t first = (x0 + kx.begin * p->dilation_w) * p->in_c;
  taps->columns = kx.end - kx.begin;
  taps->rows = taps->columns > 0 && ky.end > ky.begin ? ky.end - ky.begin : 0;
  for (int32_t i = 0; i < taps->rows; ++i)
    taps->row[i] = (const int16_t*)nook_row(x, y0 + (ky.begin + i) * p->dilation_h) + first;
  taps->step = p->dilation_w * p->in_c * (int32_t)sizeof(int16_t);
  taps->before = ky.begin * p->filter_w + kx.begin;
  taps->between = p->filter_w - taps->columns;
  taps->behind = p->filter_h * p->filter_w - taps->before - taps->rows * p->filter_w;
  if (taps->rows == 0) taps->before = 0, taps->behind = p->filter_h * p->filter_w;
}

/* nook_rescale_s64() of a 32-bit sum, as in dot_pixels_dsp.c, from {multiplier, half, shift}. */
static inline int16_t nook_rescaled_s16(int32_t sum, const int32_t* factor) {
  int32_t product;
  __asm("smmla %0, %1, %2, %3" : "=r"(product) : "r"(sum), "r"(factor[0]), "r"(factor[1]));
  product >>= factor[2];
  __asm("ssat %0, #16, %0" : "+r"(product));
  return (int16_t)product;
}

/* Clamps a row of outputs, for fused activations. */
static inline void nook_clamp_row_s16(const nook_depthwise_conv2d_s8* p, int16_t* y_row) {
  const int32_t outputs = p->out_w * p->out_c;
  if (p->act_min <= -32768 && p->act_max >= 32767) return;
  for (int32_t i = 0; i < outputs; ++i) y_row[i] = (int16_t)nook_clamp(y_row[i], p->act_min, p->act_max);
}

/* Computes a row with make_pixel(), which is called directly. */
static inline void nook_row_of_pixels_s16(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                          const int8_t* w, int16_t* y_row,
                                          void (*make_pixel)(const nook_depthwise_conv2d_s8*,
                                                             const nook_taps_s16*, const int8_t*, int16_t*)) {
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    nook_taps_s16 taps;
    nook_find_taps_s16(p, x, y0, ky, ox * p->stride_w - p->pad_left, &taps);
    make_pixel(p, &taps, w, y_row + ox * p->out_c);
  }
  nook_clamp_row_s16(p, y_row);
}

#endif
