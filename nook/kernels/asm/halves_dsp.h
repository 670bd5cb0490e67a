/* Operations on int16 for cores with DSP instructions, two in a word. */
#ifndef NOOK_KERNELS_ASM_HALVES_DSP_H_
#define NOOK_KERNELS_ASM_HALVES_DSP_H_

#include "nook/kernels/dot/armv7em/bytes_dsp.h"

/* The larger, or the smaller, of each pair of halves. */
static inline uint32_t nook_larger_halves(uint32_t a, uint32_t b) {
  uint32_t difference;
  __asm("ssub16 %1, %0, %2\n\tsel %0, %0, %2" : "+r"(a), "=&r"(difference) : "r"(b));
  return a;
}
static inline uint32_t nook_smaller_halves(uint32_t a, uint32_t b) {
  uint32_t difference;
  __asm("ssub16 %1, %0, %2\n\tsel %0, %2, %0" : "+r"(a), "=&r"(difference) : "r"(b));
  return a;
}

/* Combines the low halves of two words to one word. */
NOOK_OF_TWO_WORDS(nook_two_halves, "pkhbt %0, %1, %2, lsl #16")

/* Clamps elements of y, for fused activations with a smaller range than int16. */
static inline void nook_clamp_halves_dsp(int16_t* y, int32_t size, int32_t low, int32_t high) {
  const uint32_t lows = nook_both_halves(low), highs = nook_both_halves(high);
  for (const int16_t* const end = y + (size & ~1); y < end; y += 2) {
    const uint32_t two = nook_smaller_halves(nook_larger_halves(nook_load_word(y), lows), highs);
    memcpy(y, &two, sizeof two);
  }
  if (size & 1) *y = (int16_t)nook_smaller_halves(nook_larger_halves((uint32_t)*y, lows), highs);
}

#endif
