/* Requantizes the sums of eight outputs to bytes, on aarch64 with NEON. */
#ifndef NOOK_KERNELS_ASM_EIGHT_NEON_H_
#define NOOK_KERNELS_ASM_EIGHT_NEON_H_

#include <arm_neon.h>
#include <stdint.h>
#include <string.h>

#include "nook/core/fixed_point.h"

/* These kernels round twice; a build with single rounding uses only the reference. */
typedef char nook_neon_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];

/* Inlined, so that sums stay in registers. */
#define NOOK_INLINED_NEON static inline __attribute__((always_inline))

/* Compilers move no load over this: a step's loads, all at once, would take more registers than there are. */
#define NOOK_NO_LOAD_EARLIER_NEON __asm__ volatile("" ::: "memory")

/* The factors of eight outputs, in the layout of pack_neon.h; at a multiple of 4. */
typedef struct nook_eight_neon {
  int32_t bias[8];
  int32_t multiplier[8], shift[8]; /* like nook_rescale()'s; shifts are in [-31, 0] */
} nook_eight_neon;

/* The limits of the clamp; each number in all lanes. */
typedef struct nook_range_neon {
  int16x8_t zero;
  int8x8_t low, high;
} nook_range_neon;

NOOK_INLINED_NEON nook_range_neon nook_range_of_neon(int32_t zero, int32_t low, int32_t high) {
  const nook_range_neon range = {vdupq_n_s16((int16_t)zero), vdup_n_s8((int8_t)low), vdup_n_s8((int8_t)high)};
  return range;
}

/* nook_rescale_down() of four sums. The doubled product, rounded, is never INT32_MIN, so that one less than
 * it is an int32, too: shifting that rounds a negative tie away from zero. */
NOOK_INLINED_NEON int32x4_t nook_rescale_neon(int32x4_t sums, int32x4_t multiplier, int32x4_t shift) {
  const int32x4_t x = vqrdmulhq_s32(sums, multiplier);
  return vrshlq_s32(vsraq_n_s32(x, vandq_s32(x, shift), 31), shift);
}

/* clamp(zero + q) of eight numbers. Intermediate results saturate only out of range. */
NOOK_INLINED_NEON int8x8_t nook_clamped_neon(int32x4_t low, int32x4_t high, const nook_range_neon* range) {
  const int16x8_t moved = vqaddq_s16(vqmovn_high_s32(vqmovn_s32(low), high), range->zero);
  return vmin_s8(vmax_s8(vqmovn_s16(moved), range->low), range->high);
}

/* The outputs of the sums 0 to 3 and 4 to 7, which include the biases. */
NOOK_INLINED_NEON int8x8_t nook_bytes_neon(int32x4_t low, int32x4_t high, const nook_eight_neon* eight,
                                           const nook_range_neon* range) {
  const int32_t *const multiplier = eight->multiplier, *const shift = eight->shift;
  return nook_clamped_neon(nook_rescale_neon(low, vld1q_s32(multiplier), vld1q_s32(shift)),
                           nook_rescale_neon(high, vld1q_s32(multiplier + 4), vld1q_s32(shift + 4)), range);
}

/* Stores the first `count` of eight bytes, all if there are more. */
NOOK_INLINED_NEON void nook_put_neon(int8x8_t bytes, int8_t* y, int32_t count) {
  if (count >= 8) {
    vst1_s8(y, bytes);
  } else {
    int8_t all[8];
    vst1_s8(all, bytes);
    for (int32_t i = 0; i < count; ++i) y[i] = all[i];
  }
}

/* Four inputs, four times. */
NOOK_INLINED_NEON int8x16_t nook_word_neon(const int8_t* x) {
  uint32_t word;
  memcpy(&word, x, sizeof word);
  return vreinterpretq_s8_u32(vdupq_n_u32(word));
}

/* Likewise, and moves x to the next word: compilers take three instructions for it. */
NOOK_INLINED_NEON int8x16_t nook_next_word_neon(const int8_t** x) {
  int8x16_t word;
  const int8_t* at = *x;
  __asm__("ld1r {%0.4s}, [%1], #4" : "=w"(word), "+r"(at) : "m"(*(const int8_t(*)[4])at));
  *x = at;
  return word;
}

/* One to three inputs and zeros, four times. */
NOOK_INLINED_NEON int8x16_t nook_few_neon(const int8_t* x, int32_t count) {
  uint32_t word = 0;
  while (count > 0) word = word << 8 | (uint8_t)x[--count];
  return vreinterpretq_s8_u32(vdupq_n_u32(word));
}

#endif
