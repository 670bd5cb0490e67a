/* Depthwise convolutions of int16 with an even number of outputs for each channel: pairs of outputs read the
 * same input. */
#include "nook/ops/depthwise_conv2d/taps_s16_dsp.h"

/* A tap of four outputs. Products are at most 2^22: takes_pixels() checked the sums of magnitudes. */
#define NOOK_TAP                              \
  "ldrsh  %[low], [%[x]]\n\t"                 \
  "ldrsh  %[high], [%[x], %[second]]\n\t"     \
  "ldr    %[even], [%[w]], #4\n\t"            \
  "add    %[x], %[step]\n\t"                  \
  "sxtb16 %[odd], %[even], ror #8\n\t"        \
  "sxtb16 %[even], %[even]\n\t"               \
  "smlabb %[s0], %[low], %[even], %[s0]\n\t"  \
  "smlabb %[s1], %[low], %[odd], %[s1]\n\t"   \
  "smlabt %[s2], %[high], %[even], %[s2]\n\t" \
  "smlabt %[s3], %[high], %[odd], %[s3]\n\t"

/* Adds a row of taps; returns the weights after it. `second`: bytes from the input of the first two outputs
 * to the input of the others. */
static inline const int32_t* add_row(const int16_t* x, int32_t second, int32_t step, const int32_t* w,
                                     int32_t columns, int32_t* sums) {
  int32_t s0 = sums[0], s1 = sums[1], s2 = sums[2], s3 = sums[3], low, high, even, odd;
  __asm volatile(
      "1:\n\t" NOOK_TAP
      "subs   %[columns], #1\n\t"
      "bne    1b\n\t"
      : [x] "+r"(x), [w] "+r"(w), [columns] "+r"(columns), [s0] "+r"(s0), [s1] "+r"(s1), [s2] "+r"(s2),
        [s3] "+r"(s3), [low] "=&r"(low), [high] "=&r"(high), [even] "=&r"(even), [odd] "=&r"(odd)
      : [step] "r"(step), [second] "r"(second)
      : "cc", "memory");
  sums[0] = s0, sums[1] = s1, sums[2] = s2, sums[3] = s3;
  return w;
}

/* Computes four outputs at a time; if they are not a multiple of four, the last four overlap the previous
 * ones. */
static void make_even_pixel(const nook_depthwise_conv2d_s8* p, const nook_taps_s16* taps,
                            const int8_t* packed, int16_t* y) {
  const int32_t last = p->out_c - 4;
  const int32_t* w = (const int32_t*)packed;
  for (int32_t c = 0; c < p->out_c; c += 4) {
    const int32_t first = c < last ? c : last;
    const int32_t channel = first / p->depth_multiplier;
    const int32_t second = 2 * ((first + 2) / p->depth_multiplier - channel);
    int32_t sums[4] = {w[0], w[1], w[2], w[3]};
    w += 4 + taps->before;
    for (int32_t i = 0; i < taps->rows; ++i)
      w = add_row(taps->row[i] + channel, second, taps->step, w, taps->columns, sums) + taps->between;
    w += taps->behind;
    int16_t* const to = y + first;
    to[0] = nook_rescaled_s16(sums[0], w), to[1] = nook_rescaled_s16(sums[1], w + 3);
    to[2] = nook_rescaled_s16(sums[2], w + 6), to[3] = nook_rescaled_s16(sums[3], w + 9);
    w += 12;
  }
}

__attribute__((noinline)) void nook_depthwise_conv2d_s16_dsp_even_row(
    NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int16_t, int8_t, void)) {
  (void)bias, (void)scratch_memory;
  nook_row_of_pixels_s16(p, x, oy, w, y_row, make_even_pixel);
}

NOOK_ROW_AFTER_ROW(each_row, nook_depthwise_conv2d_s8, int16_t, int8_t, void)

void nook_depthwise_conv2d_s16_dsp_even(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int16_t, int8_t,
                                                             void)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_s16_dsp_even_row);
}
