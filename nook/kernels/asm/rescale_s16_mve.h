/* 32-bit sums to int16 on cores with Helium. */
#ifndef NOOK_KERNELS_ASM_RESCALE_S16_MVE_H_
#define NOOK_KERNELS_ASM_RESCALE_S16_MVE_H_

#include <arm_mve.h>

/* nook_rescale_s64() for sums that fit 32 bits: the upper half of each multiplier is in the upper half of a
 * word, so the product's high word contains all bits, including those that are dropped by rounding; `shifts`
 * are their numbers, negative. */
static inline int32x4_t nook_rescale_s64_mve(int32x4_t sums, int32x4_t multipliers, int32x4_t shifts) {
  return vrshlq_s32(vmulhq_s32(sums, multipliers), shifts);
}

#endif
