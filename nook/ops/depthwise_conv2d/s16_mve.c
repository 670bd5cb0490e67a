#include "nook/ops/depthwise_conv2d/taps_s16_mve.h"

/* Products are at most 2^22: takes_pixels() checked the sums of magnitudes. */
static inline nook_eight_sums_s16 add_taps(const nook_taps_s16_mve* taps, int32_t channel, const int8_t* w,
                                           nook_eight_sums_s16 sums) {
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

/* Computes eight channels at a time; if the channels are not a multiple of eight, the last eight overlap the
 * previous ones. */
static void make_pixel_in_eights(const nook_depthwise_conv2d_s8* p, const nook_taps_s16_mve* taps,
                                 const int8_t* packed, int16_t* y) {
  const int32_t last = p->out_c - 8, weights = 8 * p->filter_h * p->filter_w;
  const int16x8_t low = vdupq_n_s16((int16_t)p->act_min), high = vdupq_n_s16((int16_t)p->act_max);
  for (int32_t c = 0; c < p->out_c; c += 8) {
    const int32_t first = c < last ? c : last;
    const int32_t *const start = (const int32_t*)packed, *const factors =
                                                             (const int32_t*)(packed + 32 + weights);
    nook_eight_sums_s16 sums = {vld1q_s32(start), vld1q_s32(start + 4)};
    sums = add_taps(taps, first, packed + 32 + taps->before, sums);
    vst1q_s16(y + first, vminq_s16(vmaxq_s16(nook_rescaled_eight_s16(sums, factors), low), high));
    packed += 96 + weights;
  }
}

__attribute__((noinline)) void nook_depthwise_conv2d_s16_mve_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8,
                                                                                    int16_t, int8_t, void)) {
  (void)bias, (void)scratch_memory;
  nook_row_of_pixels_s16_mve(p, x, oy, w, y_row, make_pixel_in_eights);
}

NOOK_ROW_AFTER_ROW(each_row, nook_depthwise_conv2d_s8, int16_t, int8_t, void)

void nook_depthwise_conv2d_s16_mve(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int16_t, int8_t, void)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_s16_mve_row);
}
