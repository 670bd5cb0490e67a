/* Sums of pixels on cores with Helium, for operators whose rows arrive one at a time. */
#ifndef NOOK_KERNELS_ASM_PIXELS_MVE_H_
#define NOOK_KERNELS_ASM_PIXELS_MVE_H_

#include <arm_mve.h>
#include <stdint.h>

/* Adds sixteen channels of the pixels of row `iy` to their sums; row 0 initializes them. */
static inline void nook_accumulate_sixteen_mve(const int8_t* pixel, int32_t columns, int32_t channels,
                                               int32_t iy, int32_t* sums) {
  int32x4_t a = vdupq_n_s32(0), b = a, c = a, d = a;
  if (iy > 0) {
    a = vld1q_s32(sums), b = vld1q_s32(sums + 4);
    c = vld1q_s32(sums + 8), d = vld1q_s32(sums + 12);
  }
  for (int32_t j = columns; j > 0; --j, pixel += channels) {
    a = vaddq_s32(a, vldrbq_s32(pixel)), b = vaddq_s32(b, vldrbq_s32(pixel + 4));
    c = vaddq_s32(c, vldrbq_s32(pixel + 8)), d = vaddq_s32(d, vldrbq_s32(pixel + 12));
  }
  vst1q_s32(sums, a), vst1q_s32(sums + 4, b);
  vst1q_s32(sums + 8, c), vst1q_s32(sums + 12, d);
}

#endif
