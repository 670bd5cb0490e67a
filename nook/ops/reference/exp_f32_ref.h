/* e^x of float32, and functions computed from it, by polynomials. Each operation rounds as IEEE 754 says and
 * nothing comes from the C library, so that every machine computes the same bytes. docs/kernels.md states the
 * errors; function_errors_test.cc measures them for every float. */
#ifndef NOOK_OPS_REFERENCE_EXP_F32_REF_H_
#define NOOK_OPS_REFERENCE_EXP_F32_REF_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/core/float_bits.h"

NOOK_BEGIN_C

/* e^x = 2^n * (1 + less). `n` - NOOK_EXP_ZERO is n. */
typedef struct nook_exp_parts {
  float less;
  uint32_t n;
} nook_exp_parts;
#define NOOK_EXP_ZERO 0x4B400000u

/* x: at most 2^21 in magnitude. n is x / ln 2, rounded, in the low bits of a sum with 1.5 * 2^23. ln 2 is
 * subtracted in two parts, of which the first has 9 bits, so that its product with n is exact. e^r of the
 * rest r, at most ln 2 / 2, is 1 + r + r^2 * q(r), with a q whose largest error is least. */
static inline nook_exp_parts nook_exp_parts_of(float x) {
  nook_float_bits n;
  nook_exp_parts parts;
  float r, q;
  n.number = x * 1.44269504f + 12582912.0f;
  q = n.number - 12582912.0f;
  r = x - q * 0.693359375f;
  r = r + q * 2.12194440e-4f;
  q = 1.382122631e-03f * r + 8.368667215e-03f;
  q = q * r + 4.166825861e-02f;
  q = q * r + 1.666652113e-01f;
  q = q * r + 4.999999404e-01f;
  parts.less = q * (r * r) + r;
  parts.n = n.bits;
  return parts;
}

/* Whether e^x may be subnormal, 0 or infinite, or x is a NaN. */
static inline int nook_exp_is_far(float x) { return nook_bits_of(x) << 1 > 0x42AE0000u << 1; /* 87 */ }
/* e^x of any x, slower, but with the bytes of nook_exp_near_f32(). */
float nook_exp_far_f32(float x);

/* e^x where x is not far. */
static inline float nook_exp_near_f32(float x) {
  const nook_exp_parts parts = nook_exp_parts_of(x);
  nook_float_bits y;
  y.number = 1 + parts.less;
  y.bits += parts.n << 23;
  return y.number;
}

static inline float nook_exp_f32(float x) {
  return nook_exp_is_far(x) ? nook_exp_far_f32(x) : nook_exp_near_f32(x);
}

/* e^x - 1 of x <= 0, or NaN. 2^n - 1 and 2^n * less are added, so that nothing cancels near 0. */
static inline float nook_exp_less_one_f32(float x) {
  const nook_exp_parts parts = nook_exp_parts_of(x < -18 ? -18 : x);
  nook_float_bits scale;
  scale.bits = (parts.n << 23) + 0x3F800000u;
  return (scale.number - 1) + scale.number * parts.less;
}

/* 1 / (1 + e^-x). Far below 0, it is e^x. */
static inline float nook_inline_sigmoid_f32(float x) {
  if (!nook_exp_is_far(x)) return 1 / (1 + nook_exp_near_f32(-x));
  return x > 0 ? 1 : nook_exp_far_f32(x);
}

/* The hyperbolic tangent: of |x|, it is -t / (2 + t) with t = e^(-2|x|) - 1. */
static inline float nook_inline_tanh_f32(float x) {
  const uint32_t sign = nook_bits_of(x) & 0x80000000u;
  nook_float_bits y;
  y.bits = nook_bits_of(x) | 0x80000000u;
  const float t = nook_exp_less_one_f32(2 * y.number);
  y.number = t / (2 + t);
  y.bits = (y.bits & 0x7FFFFFFFu) | sign;
  return y.number;
}

/* Not inlined, for kernels that call them from several places. */
float nook_sigmoid_f32(float x);
float nook_tanh_f32(float x);

NOOK_END_C

#endif
