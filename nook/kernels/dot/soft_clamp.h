/* The clamp of sums of floats on cores without an FPU. */
#ifndef NOOK_KERNELS_DOT_SOFT_CLAMP_H_
#define NOOK_KERNELS_DOT_SOFT_CLAMP_H_

#include "nook/core/float_bits.h"

/* An integer for each float but NaN. Those of larger floats are larger; +0 is larger than -0. */
static inline int32_t nook_soft_order(float x) {
  const int32_t bits = (int32_t)nook_bits_of(x);
  return bits < 0 ? bits ^ INT32_MAX : bits;
}

/* nook_clamp_f32() of a sum that is not -0, without calls for its comparisons. */
static inline float nook_soft_clamp(float x, float lo, float hi) {
  const int32_t of_x = nook_soft_order(x);
  if (nook_bits_of(x) << 1 > 0xFF000000u) return x; /* a NaN */
  return of_x < nook_soft_order(lo) ? lo : of_x > nook_soft_order(hi) ? hi : x;
}

#endif
