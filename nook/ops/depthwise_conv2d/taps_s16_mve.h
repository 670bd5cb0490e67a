/* Windows of int16 on cores with Helium, shared by the kernels of depthwise convolutions. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_TAPS_S16_MVE_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_TAPS_S16_MVE_H_

#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/kernels/asm/rescale_s16_mve.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

/* The window of one pixel: the taps inside of the image. */
typedef struct nook_taps_s16_mve {
  const int16_t* row[NOOK_DEPTHWISE_CONV2D_ROWS_S16]; /* column 0 */
  int32_t rows, columns;
  int32_t first, step;     /* elements: offset of the first tap of a row, and distance between taps */
  int32_t before, between; /* bytes of weights of taps outside the image */
} nook_taps_s16_mve;

/* Eight sums: even channels, and odd channels. */
typedef struct nook_eight_sums_s16 {
  int32x4_t even, odd;
} nook_eight_sums_s16;

static inline int16x8_t nook_rescaled_eight_s16(nook_eight_sums_s16 sums, const int32_t* factors) {
  const int32x4_t even = nook_rescale_s64_mve(sums.even, vld1q_s32(factors), vld1q_s32(factors + 8)),
                  odd = nook_rescale_s64_mve(sums.odd, vld1q_s32(factors + 4), vld1q_s32(factors + 12));
  return vqmovntq_s32(vqmovnbq_s32(vdupq_n_s16(0), even), odd);
}

/* Computes a row with make_pixel(), which is called directly. */
static inline void nook_row_of_pixels_s16_mve(
    const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w, int16_t* y_row,
    void (*make_pixel)(const nook_depthwise_conv2d_s8*, const nook_taps_s16_mve*, const int8_t*, int16_t*)) {
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  nook_taps_s16_mve taps;
  taps.rows = 0, taps.step = p->dilation_w * p->in_c;
  for (int32_t i = ky.begin; i < ky.end; ++i)
    taps.row[taps.rows++] = (const int16_t*)nook_row(x, y0 + i * p->dilation_h);
  for (int32_t ox = 0, x0 = -p->pad_left; ox < p->out_w; ++ox, x0 += p->stride_w, y_row += p->out_c) {
    const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
    taps.columns = kx.end - kx.begin, taps.first = (x0 + kx.begin * p->dilation_w) * p->in_c;
    taps.before = 8 * (ky.begin * p->filter_w + kx.begin), taps.between = 8 * (p->filter_w - taps.columns);
    make_pixel(p, &taps, w, y_row);
  }
}

#endif
