#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/kernels/asm/rescale_s16_mve.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

/* The window of one pixel: the taps inside of the image. */
typedef struct pixel_taps {
  const int16_t* row[NOOK_DEPTHWISE_CONV2D_ROWS_S16]; /* column 0 */
  int32_t rows, columns;
  int32_t first, step;     /* elements: offset of the first tap of a row, and distance between taps */
  int32_t before, between; /* bytes of weights of taps outside the image */
} pixel_taps;

/* Eight sums: even channels, and odd channels. */
typedef struct eight_sums {
  int32x4_t even, odd;
} eight_sums;

/* Products are at most 2^22: takes_pixels() checked the sums of magnitudes. */
static inline eight_sums add_taps(const pixel_taps* taps, int32_t channel, const int8_t* w, eight_sums sums) {
  const int32_t first = taps->first + channel, step = taps->step, columns = taps->columns;
  for (int32_t i = 0; i < taps->rows; ++i, w += taps->between) {
    const int16_t* x = taps->row[i] + first;
    for (int32_t j = columns; j > 0; --j, x += step, w += 8) {
      const int16x8_t inputs = vld1q_s16(x), weights = vldrbq_s16(w);
      sums.even = vaddq_s32(sums.even, vmullbq_int_s16(inputs, weights));
      sums.odd = vaddq_s32(sums.odd, vmulltq_int_s16(inputs, weights));
    }
  }
  return sums;
}

static inline int16x8_t rescaled_eight(eight_sums sums, const int32_t* factors) {
  const int32x4_t even = nook_rescale_s64_mve(sums.even, vld1q_s32(factors), vld1q_s32(factors + 8)),
                  odd = nook_rescale_s64_mve(sums.odd, vld1q_s32(factors + 4), vld1q_s32(factors + 12));
  return vqmovntq_s32(vqmovnbq_s32(vdupq_n_s16(0), even), odd);
}

/* Computes eight channels at a time; if the channels are not a multiple of eight, the last eight overlap the
 * previous ones. */
static void make_pixel_in_eights(const nook_depthwise_conv2d_s8* p, const pixel_taps* taps,
                                 const int8_t* packed, int16_t* y) {
  const int32_t last = p->out_c - 8, weights = 8 * p->filter_h * p->filter_w;
  const int16x8_t low = vdupq_n_s16((int16_t)p->act_min), high = vdupq_n_s16((int16_t)p->act_max);
  for (int32_t c = 0; c < p->out_c; c += 8) {
    const int32_t first = c < last ? c : last;
    const int32_t *const start = (const int32_t*)packed, *const factors =
                                                             (const int32_t*)(packed + 32 + weights);
    eight_sums sums = {vld1q_s32(start), vld1q_s32(start + 4)};
    sums = add_taps(taps, first, packed + 32 + taps->before, sums);
    vst1q_s16(y + first, vminq_s16(vmaxq_s16(rescaled_eight(sums, factors), low), high));
    packed += 96 + weights;
  }
}

void nook_depthwise_conv2d_s16_mve_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int16_t, int8_t, void)) {
  (void)bias, (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  pixel_taps taps;
  taps.rows = 0, taps.step = p->dilation_w * p->in_c;
  for (int32_t i = ky.begin; i < ky.end; ++i)
    taps.row[taps.rows++] = (const int16_t*)nook_row(x, y0 + i * p->dilation_h);
  for (int32_t ox = 0, x0 = -p->pad_left; ox < p->out_w; ++ox, x0 += p->stride_w, y_row += p->out_c) {
    const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
    taps.columns = kx.end - kx.begin, taps.first = (x0 + kx.begin * p->dilation_w) * p->in_c;
    taps.before = 8 * (ky.begin * p->filter_w + kx.begin), taps.between = 8 * (p->filter_w - taps.columns);
    make_pixel_in_eights(p, &taps, w, y_row);
  }
}

NOOK_ROW_AFTER_ROW(each_row, nook_depthwise_conv2d_s8, int16_t, int8_t, void)

void nook_depthwise_conv2d_s16_mve(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int16_t, int8_t, void)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_s16_mve_row);
}
