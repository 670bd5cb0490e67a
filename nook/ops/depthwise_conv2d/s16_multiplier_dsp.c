/* Depthwise convolutions of int16 with several outputs for each channel: four outputs read one channel or
 * two. */
#include "nook/ops/depthwise_conv2d/taps_s16_dsp.h"

/* A tap of four outputs: the first reads `low`, and the others x1, x2 and x3. `load` reads `high`. Products
 * are at most 2^22: takes_pixels() checked the sums of magnitudes. */
#define NOOK_LOAD_HIGH "ldrsh  %[high], [%[x], #2]\n\t"
#define NOOK_TAP(load, x1, x2, x3)                \
  load "ldrsh  %[low], [%[x]]\n\t"                \
       "ldr    %[even], [%[w]], #4\n\t"           \
       "add    %[x], %[step]\n\t"                 \
       "sxtb16 %[odd], %[even], ror #8\n\t"       \
       "sxtb16 %[even], %[even]\n\t"              \
       "smlabb %[s0], %[low], %[even], %[s0]\n\t" \
       "smlabb %[s1], %[" x1                      \
       "], %[odd], %[s1]\n\t"                     \
       "smlabt %[s2], %[" x2                      \
       "], %[even], %[s2]\n\t"                    \
       "smlabt %[s3], %[" x3 "], %[odd], %[s3]\n\t"
#define NOOK_ROW_OF_TAPS(load, x1, x2, x3) \
  __asm volatile("1:\n\t" NOOK_TAP(load, x1, x2, x3)                                                     \
                 "subs   %[columns], #1\n\t"                                                             \
                 "bne    1b\n\t"                                                                         \
                 : [x] "+r"(x), [w] "+r"(w), [columns] "+r"(columns), [s0] "+r"(s0), [s1] "+r"(s1),      \
                   [s2] "+r"(s2), [s3] "+r"(s3), [low] "=&r"(low), [high] "=&r"(high),                   \
                   [even] "=&r"(even), [odd] "=&r"(odd)                                                  \
                 : [step] "r"(step)                                                                      \
                 : "cc", "memory")

/* Adds a row of taps; returns the weights after it. The first `split` outputs, a constant, read the first
 * channel, and the others the next one. */
static inline const int32_t* add_row(const int16_t* x, int32_t split, int32_t step, const int32_t* w,
                                     int32_t columns, int32_t* sums) {
  int32_t s0 = sums[0], s1 = sums[1], s2 = sums[2], s3 = sums[3], low, high, even, odd;
  if (split == 1)
    NOOK_ROW_OF_TAPS(NOOK_LOAD_HIGH, "high", "high", "high");
  else if (split == 2)
    NOOK_ROW_OF_TAPS(NOOK_LOAD_HIGH, "low", "high", "high");
  else if (split == 3)
    NOOK_ROW_OF_TAPS(NOOK_LOAD_HIGH, "low", "low", "high");
  else
    NOOK_ROW_OF_TAPS("", "low", "low", "low");
  sums[0] = s0, sums[1] = s1, sums[2] = s2, sums[3] = s3;
  return w;
}

/* Adds all rows of taps; returns the weights after them. */
static inline const int32_t* add_rows(const nook_taps_s16* taps, int32_t channel, int32_t split,
                                      const int32_t* w, int32_t* sums) {
  for (int32_t i = 0; i < taps->rows; ++i)
    w = add_row(taps->row[i] + channel, split, taps->step, w, taps->columns, sums) + taps->between;
  return w;
}

/* Computes four outputs at a time; if they are not a multiple of four, the last four overlap the previous
 * ones. */
static void make_outputs_of_channels(const nook_depthwise_conv2d_s8* p, const nook_taps_s16* taps,
                                     const int8_t* packed, int16_t* y) {
  const int32_t last = p->out_c - 4, multiplier = p->depth_multiplier;
  const int32_t* w = (const int32_t*)packed;
  for (int32_t c = 0; c < p->out_c; c += 4) {
    const int32_t first = c < last ? c : last, channel = first / multiplier;
    const int32_t split = (channel + 1) * multiplier - first;
    int32_t sums[4] = {w[0], w[1], w[2], w[3]};
    w += 4 + taps->before;
    if (split == 1)
      w = add_rows(taps, channel, 1, w, sums);
    else if (split == 2)
      w = add_rows(taps, channel, 2, w, sums);
    else if (split == 3)
      w = add_rows(taps, channel, 3, w, sums);
    else
      w = add_rows(taps, channel, 4, w, sums);
    w += taps->behind;
    int16_t* const to = y + first;
    to[0] = nook_rescaled_s16(sums[0], w), to[1] = nook_rescaled_s16(sums[1], w + 3);
    to[2] = nook_rescaled_s16(sums[2], w + 6), to[3] = nook_rescaled_s16(sums[3], w + 9);
    w += 12;
  }
}

__attribute__((noinline)) void nook_depthwise_conv2d_s16_dsp_multiplier_row(
    NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int16_t, int8_t, void)) {
  (void)bias, (void)scratch_memory;
  nook_row_of_pixels_s16(p, x, oy, w, y_row, make_outputs_of_channels);
}

NOOK_ROW_AFTER_ROW(each_row, nook_depthwise_conv2d_s8, int16_t, int8_t, void)

void nook_depthwise_conv2d_s16_dsp_multiplier(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int16_t, int8_t,
                                                                   void)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_s16_dsp_multiplier_row);
}
