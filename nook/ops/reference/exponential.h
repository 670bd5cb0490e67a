/* exp and reciprocals of sums of exp in fixed point, bit-exact with TensorFlow Lite's use of gemmlowp's
 * fixedpoint.h. Qm.n: a 32-bit number with m integer bits, n = 31 - m fraction bits, and a sign. */
#ifndef NOOK_OPS_REFERENCE_EXPONENTIAL_H_
#define NOOK_OPS_REFERENCE_EXPONENTIAL_H_

#include <stdint.h>

#include "nook/core/fixed_point.h"

static inline int32_t nook_add_sat(int32_t a, int32_t b) {
  const int64_t sum = (int64_t)a + b;
  return sum > INT32_MAX ? INT32_MAX : (int32_t)sum; /* never below INT32_MIN here */
}

/* x * 2^shift, saturated. */
static inline int32_t nook_shift_left_sat(int32_t x, int32_t shift) {
  const int64_t wide = (int64_t)x * ((int64_t)1 << shift);
  return wide > INT32_MAX ? INT32_MAX : wide < INT32_MIN ? INT32_MIN : (int32_t)wide;
}

/* exp(a), a in [-1/4, 0) and the result in Q0.31: four terms of the series around -1/8. */
static inline int32_t nook_exp_below_quarter(int32_t a) {
  const int32_t at_eighth = 1895147668; /* exp(-1/8) */
  const int32_t third = 715827883;
  const int32_t x = a + ((int32_t)1 << 28);
  const int32_t x2 = nook_mul_high(x, x), x3 = nook_mul_high(x2, x), x4 = nook_mul_high(x2, x2);
  const int32_t cubic = nook_mul_high(nook_shift_right_round(x4, 2) + x3, third);
  const int32_t tail = nook_shift_right_round(cubic + x2, 1);
  return nook_add_sat(at_eighth, nook_mul_high(at_eighth, x + tail));
}

/* exp(a) in Q0.31, a <= 0 with `integer_bits` (at most 5) integer bits: the part below a quarter by the
 * series, every other bit by a factor. */
static inline int32_t nook_exp_negative(int32_t a, int32_t integer_bits) {
  /* exp(-2^k), k = -2, -1, ..., 4 */
  static const int32_t factor[] = {1672461947, 1302514674, 790015084, 290630308, 39332535, 720401, 242};
  if (a == 0) return INT32_MAX;
  const int32_t quarter = (int32_t)1 << (29 - integer_bits);
  const int32_t below = (a & (quarter - 1)) - quarter;
  int32_t result = nook_exp_below_quarter(below * ((int32_t)1 << integer_bits));
  const int32_t rest = below - a;
  for (int32_t k = 0; k < integer_bits + 2; ++k)
    if (rest >> (29 - integer_bits + k) & 1) result = nook_mul_high(result, factor[k]);
  return result;
}

/* 2 / (1 + a) in Q2.29, a in [0, 1) as Q0.31: three Newton steps on half the denominator. The first x is off
 * by at most 1/17, so that no step comes close to saturation. */
static inline int32_t nook_two_over_one_plus(int32_t a) {
  const int32_t half = (int32_t)(((int64_t)a + INT32_MAX + 1) >> 1);
  int32_t x = 1515870810 + nook_mul_high(half, -1010580540); /* 48/17 - 32/17 * half */
  for (int i = 0; i < 3; ++i) {
    const int32_t error = ((int32_t)1 << 29) - nook_mul_high(half, x);
    x += nook_mul_high(x, error) * 4;
  }
  return x;
}

/* 1 / (1 + a) in Q0.31. */
static inline int32_t nook_reciprocal_one_plus(int32_t a) {
  return nook_shift_left_sat(nook_two_over_one_plus(a), 1);
}

#endif
