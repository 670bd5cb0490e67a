/* Floats in parts, for cores without an FPU. */
#ifndef NOOK_KERNELS_DOT_SOFT_PARTS_H_
#define NOOK_KERNELS_DOT_SOFT_PARTS_H_

#include "nook/core/float_bits.h"

/* A float in parts. A mantissa has its first bit at NOOK_SOFT_FIRST, and seven bits below its last one; 0 has
 * a mantissa of 0. */
#define NOOK_SOFT_FIRST 0x40000000u
#define NOOK_SOFT_SIGN  0x80000000u
enum { NOOK_SOFT_MOST = 254, NOOK_SOFT_BIAS = 127, NOOK_SOFT_BELOW = 7 };
typedef struct nook_soft_float {
  uint32_t sign, mantissa;
  int32_t exponent; /* as in the bits of a float; 0 or less: below 2^-126 */
} nook_soft_float;

static inline int nook_soft_is_normal(int32_t exponent) {
  return (uint32_t)(exponent - 1) < (uint32_t)NOOK_SOFT_MOST;
}

static inline float nook_soft_packed(nook_soft_float of) {
  nook_float_bits y;
  y.bits = (of.mantissa >> NOOK_SOFT_BELOW) & 0x7FFFFFu;
  if (!of.mantissa)
    y.bits = 0;
  else if (of.exponent > NOOK_SOFT_MOST)
    y.bits = 0x7F800000u;
  else if (of.exponent > 0)
    y.bits |= (uint32_t)of.exponent << 23;
  else /* a difference of floats, which loses no bit */
    y.bits = of.mantissa >> NOOK_SOFT_BELOW >> (1 - of.exponent);
  y.bits |= of.sign;
  return y.number;
}

/* The operators of C add products to `sum`. */
static __attribute__((noinline)) float nook_soft_rest(const float* x, const float* w, int32_t count,
                                                      float sum) {
  for (; count > 0; --count) sum += *x++ * *w++;
  return sum;
}

#endif
