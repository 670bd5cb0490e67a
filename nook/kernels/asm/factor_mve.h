/* Multiplication by a factor below 1/2 on cores with Helium, bit-exact with nook/core/fixed_point.h. */
#ifndef NOOK_KERNELS_ASM_FACTOR_MVE_H_
#define NOOK_KERNELS_ASM_FACTOR_MVE_H_

#include <arm_mve.h>

#include "nook/core/fixed_point.h"

/* These kernels round twice; a build with single rounding uses only the reference. */
typedef char nook_factor_mve_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];

typedef struct nook_factor_mve {
  int32_t multiplier, shift; /* the shift is below 0 */
} nook_factor_mve;

/* nook_rescale() of four numbers. Subtracting the sign bit rounds negative ties down. */
static inline int32x4_t nook_times_factor_mve(int32x4_t x, const nook_factor_mve* f) {
  const int32x4_t product = vqrdmulhq_n_s32(x, f->multiplier);
  return vrshlq_n_s32(vaddq_s32(product, vshrq_n_s32(product, 31)), f->shift);
}

/* Combines even and odd elements, clamped to int16. */
static inline int16x8_t nook_to_s16_mve(int32x4_t even, int32x4_t odd) {
  return vqmovntq_s32(vqmovnbq_s32(vdupq_n_s16(0), even), odd);
}

#endif
