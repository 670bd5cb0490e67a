#include "nook/core/fixed_point.h"
#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

/* The window of one pixel: rows of taps inside the image. */
typedef struct pixel_taps {
  const int16_t* row[NOOK_DEPTHWISE_CONV2D_ROWS_S16]; /* the first inside tap of each row, channel 0 */
  int32_t rows, columns, step;                        /* bytes from one tap to the next */
  int32_t before, between, behind;                    /* words of weights of taps outside the image */
} pixel_taps;

static void find_taps(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t y0, nook_taps ky,
                      int32_t x0, pixel_taps* taps) {
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

/* A tap of four channels: multiplies each weight of a word by its halfword. Products are at most 2^22:
 * takes_pixels() checked the sums of magnitudes. */
#define NOOK_TAP                              \
  "ldr    %[low], [%[x]]\n\t"                 \
  "ldr    %[high], [%[x], #4]\n\t"            \
  "ldr    %[even], [%[w]], #4\n\t"            \
  "add    %[x], %[step]\n\t"                  \
  "sxtb16 %[odd], %[even], ror #8\n\t"        \
  "sxtb16 %[even], %[even]\n\t"               \
  "smlabb %[s0], %[low], %[even], %[s0]\n\t"  \
  "smlatb %[s1], %[low], %[odd], %[s1]\n\t"   \
  "smlabt %[s2], %[high], %[even], %[s2]\n\t" \
  "smlatt %[s3], %[high], %[odd], %[s3]\n\t"
#define NOOK_OPERANDS                                                                             \
  [x] "+r"(x), [w] "+r"(w), [columns] "+r"(columns), [s0] "+r"(s0), [s1] "+r"(s1), [s2] "+r"(s2), \
      [s3] "+r"(s3), [low] "=&r"(low), [high] "=&r"(high), [even] "=&r"(even), [odd] "=&r"(odd)

/* Adds a row of taps; returns the weights after it. */
static inline const int32_t* add_row(const int16_t* x, int32_t step, const int32_t* w, int32_t columns,
                                     int32_t* sums) {
  int32_t s0 = sums[0], s1 = sums[1], s2 = sums[2], s3 = sums[3], low, high, even, odd;
  if (columns == 3)
    __asm volatile(NOOK_TAP NOOK_TAP NOOK_TAP:NOOK_OPERANDS : [step] "r"(step) : "cc", "memory");
  else
    __asm volatile("1:\n\t" NOOK_TAP
                   "subs   %[columns], #1\n\t"
                   "bne    1b\n\t"
                   : NOOK_OPERANDS
                   : [step] "r"(step)
                   : "cc", "memory");
  sums[0] = s0, sums[1] = s1, sums[2] = s2, sums[3] = s3;
  return w;
}

/* nook_rescale_s64() of a 32-bit sum, as in dot_pixels_dsp.c, from {multiplier, half, shift}. */
static inline int16_t rescaled(int32_t sum, const int32_t* factor) {
  int32_t product;
  __asm("smmla %0, %1, %2, %3" : "=r"(product) : "r"(sum), "r"(factor[0]), "r"(factor[1]));
  product >>= factor[2];
  __asm("ssat %0, #16, %0" : "+r"(product));
  return (int16_t)product;
}

/* Computes four channels at a time; if the channels are not a multiple of four, the last four overlap the
 * previous ones. */
static void make_pixel(const nook_depthwise_conv2d_s8* p, const pixel_taps* taps, const int8_t* packed,
                       int16_t* y) {
  const int32_t last = p->out_c - 4;
  const int32_t* w = (const int32_t*)packed;
  for (int32_t c = 0; c < p->out_c; c += 4) {
    const int32_t first = c < last ? c : last;
    int32_t sums[4] = {w[0], w[1], w[2], w[3]};
    w += 4 + taps->before;
    for (int32_t i = 0; i < taps->rows; ++i)
      w = add_row(taps->row[i] + first, taps->step, w, taps->columns, sums) + taps->between;
    w += taps->behind;
    int16_t* const to = y + first;
    to[0] = rescaled(sums[0], w), to[1] = rescaled(sums[1], w + 3);
    to[2] = rescaled(sums[2], w + 6), to[3] = rescaled(sums[3], w + 9);
    w += 12;
  }
}

void nook_depthwise_conv2d_s16_dsp_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int16_t, int8_t, void)) {
  (void)bias, (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top, outputs = p->out_w * p->out_c;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    pixel_taps taps;
    find_taps(p, x, y0, ky, ox * p->stride_w - p->pad_left, &taps);
    make_pixel(p, &taps, w, y_row + ox * p->out_c);
  }
  if (p->act_min <= -32768 && p->act_max >= 32767) return;
  for (int32_t i = 0; i < outputs; ++i) y_row[i] = (int16_t)nook_clamp(y_row[i], p->act_min, p->act_max);
}

NOOK_ROW_AFTER_ROW(each_row, nook_depthwise_conv2d_s8, int16_t, int8_t, void)

void nook_depthwise_conv2d_s16_dsp(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int16_t, int8_t, void)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_s16_dsp_row);
}
