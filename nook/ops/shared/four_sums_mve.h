/* Sums of products of int16 with packed int8 weights on cores with Helium, four at a time. */
#ifndef NOOK_OPS_SHARED_FOUR_SUMS_MVE_H_
#define NOOK_OPS_SHARED_FOUR_SUMS_MVE_H_

#include <arm_mve.h>
#include <stdint.h>
#include <string.h>

/* Inputs rounded up to whole blocks, whose last ones are zeros. */
static inline int32_t nook_whole_eights(int32_t size) { return (size + 7) & ~(int32_t)7; }
static inline void nook_copy_to_eights(const int16_t* x, int32_t size, int16_t* to) {
  memset(to + (nook_whole_eights(size) - 8), 0, 8 * sizeof *to);
  memcpy(to, x, (size_t)size * sizeof *to);
}

/* Adds to four sums the products of `depth` inputs, whole eights of them; the weights of eight inputs stand
 * together, 8 bytes for each sum. */
static inline int32x4_t nook_add_four_sums_mve(const int16_t* x, int32_t depth, const int8_t* weights,
                                               int32x4_t sums) {
  int32_t a = vgetq_lane_s32(sums, 0), b = vgetq_lane_s32(sums, 1), c = vgetq_lane_s32(sums, 2),
          d = vgetq_lane_s32(sums, 3);
  for (int32_t blocks = depth / 8; blocks > 0; --blocks, x += 8, weights += 32) {
    const int16x8_t inputs = vld1q_s16(x);
    a = vmladavaq_s16(a, inputs, vldrbq_s16(weights));
    b = vmladavaq_s16(b, inputs, vldrbq_s16(weights + 8));
    c = vmladavaq_s16(c, inputs, vldrbq_s16(weights + 16));
    d = vmladavaq_s16(d, inputs, vldrbq_s16(weights + 24));
  }
  sums = vsetq_lane_s32(a, sums, 0), sums = vsetq_lane_s32(b, sums, 1);
  sums = vsetq_lane_s32(c, sums, 2), sums = vsetq_lane_s32(d, sums, 3);
  return sums;
}

#endif
