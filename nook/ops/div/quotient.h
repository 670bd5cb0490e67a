/* The quotient of two integers in the units of y, for kernels of DIV. */
#ifndef NOOK_OPS_DIV_QUOTIENT_H_
#define NOOK_OPS_DIV_QUOTIENT_H_

#include "nook/ops/reference/exponential.h"

/* a / b * multiplier * 2^(shift - 31), for b > 0 of `b_bits` bits and a of `a_bits` bits, at most 30, and a
 * sign. The reciprocal and the products are each rounded to 31 bits. */
static inline int32_t nook_div_quotient(int32_t a, int32_t a_bits, int32_t b, int32_t b_bits,
                                        int32_t multiplier, int32_t shift) {
  const uint32_t fraction = ((uint32_t)b << (32 - b_bits)) - ((uint32_t)1 << 31);
  const int32_t reciprocal = nook_reciprocal_one_plus((int32_t)fraction);
  const int32_t headroom = 31 - a_bits;
  const int32_t whole = nook_mul_high((int32_t)((uint32_t)a << headroom), reciprocal);
  const int32_t down = shift - (b_bits - 1) - headroom;
  return down < -31 ? 0 : nook_rescale_down(whole, multiplier, down); /* less than a half: rounds to 0 */
}

#endif
