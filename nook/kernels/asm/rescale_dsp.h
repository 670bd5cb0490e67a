/* Fixed point on cores with DSP instructions, bit-exact with nook/core/fixed_point.h. */
#ifndef NOOK_KERNELS_ASM_RESCALE_DSP_H_
#define NOOK_KERNELS_ASM_RESCALE_DSP_H_

#include "nook/core/fixed_point.h"

/* These kernels round twice; a build with single rounding uses only the reference. */
typedef char nook_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];

/* The power that nook_rescale_add() requires for a shift in [-30, 0]. */
static inline int32_t nook_power(int32_t shift) { return (int32_t)1 << (30 + shift); }

/* plus + nook_rescale(x, multiplier, shift), from 2 * x and nook_power(shift); |x| < 2^29. The product is
 * rounded to its high word, ties up. Four times that, minus a little if negative so that ties round down,
 * times the power is rounded to its high word and added. */
static inline int32_t nook_rescale_add(int32_t twice_x, int32_t multiplier, int32_t power, int32_t plus) {
  int32_t product;
  __asm("smmulr %0, %1, %2" : "=r"(product) : "r"(twice_x), "r"(multiplier));
  product = (int32_t)((uint32_t)product << 2);
  product += product >> 31;
  __asm("smmlar %0, %1, %2, %3" : "=r"(product) : "r"(product), "r"(power), "r"(plus));
  return product;
}

/* nook_rescale(x, multiplier, -right) for any x, right > 0. */
static inline int32_t nook_rescale_right(int32_t x, int32_t multiplier, int32_t right) {
  const int32_t product = nook_mul_high(x, multiplier);
  return (((product + (product >> 31)) >> (right - 1)) + 1) >> 1;
}

static inline int32_t nook_saturate_s8(int32_t x) {
  __asm("ssat %0, #8, %1" : "=r"(x) : "r"(x));
  return x;
}

#endif
