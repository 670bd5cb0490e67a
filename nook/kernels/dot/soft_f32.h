/* Sums of products of floats in integers, for cores without an FPU: a product and its sum at once, and the
 * sum in parts from one product to the next. Each product and each sum is rounded as IEEE 754 says, in the
 * order of the reference, so that results have the reference's bytes. From the first number on that is
 * infinite, a NaN or below 2^-126 but not 0, the operators of C compute the rest. */
#ifndef NOOK_KERNELS_DOT_SOFT_F32_H_
#define NOOK_KERNELS_DOT_SOFT_F32_H_

#include "nook/kernels/dot/soft_parts.h"

/* Multiplies the mantissas of two normal floats with these bits. Returns the 32 highest of the product's 48
 * bits, the lowest of which is also set if any lower bit is. */
static inline uint32_t nook_soft_product(uint32_t a, uint32_t b) {
  const uint64_t product = (uint64_t)(a << 8 | 0x80000000u) * (b << 8 | 0x80000000u);
  return (uint32_t)(product >> 32) | ((uint32_t)product != 0);
}

/* Rounds a mantissa, ties to an even one. */
static inline uint32_t nook_soft_rounded(uint32_t m, int32_t* exponent) {
  m += 0x3Fu + (m >> NOOK_SOFT_BELOW & 1);
  m &= ~(uint32_t)0x7F;
  if (m >> 31) m >>= 1, ++*exponent;
  return m;
}

/* Adds a float to `sum`, which is not -0. */
static inline nook_soft_float nook_soft_sum(nook_soft_float sum, nook_soft_float more) {
  enum { FARTHEST = 25 }; /* numbers that are smaller by more binary places change no sum */
  int32_t far = sum.mantissa ? sum.exponent - more.exponent : -FARTHEST - 1;
  if (far < 0) {
    const nook_soft_float larger = more;
    more = sum, sum = larger, far = -far;
  }
  if (far > FARTHEST) return sum;
  if (far <= NOOK_SOFT_BELOW)
    more.mantissa >>= far;
  else
    more.mantissa = more.mantissa >> far | (more.mantissa << (32 - far) != 0);
  if (sum.sign == more.sign) {
    sum.mantissa += more.mantissa;
    if (sum.mantissa >> 31) sum.mantissa = sum.mantissa >> 1 | (sum.mantissa & 1), ++sum.exponent;
  } else {
    sum.mantissa -= more.mantissa;
    if (sum.mantissa >> 31) sum.mantissa = 0 - sum.mantissa, sum.sign = more.sign;
    if (!sum.mantissa) {
      sum.sign = 0;
      return sum;
    }
    while (sum.mantissa < NOOK_SOFT_FIRST) sum.mantissa <<= 1, --sum.exponent;
  }
  sum.mantissa = nook_soft_rounded(sum.mantissa, &sum.exponent);
  return sum;
}

/* The sum of `first`, which is not -0, and `count` products. */
static inline float nook_soft_dot(const float* x, const float* w, int32_t count, float first) {
  const uint32_t bits = nook_bits_of(first);
  nook_soft_float sum = {bits & NOOK_SOFT_SIGN, bits << 1 ? (bits << 8 | NOOK_SOFT_SIGN) >> 1 : 0,
                         (int32_t)(bits << 1 >> 24)};
  if (sum.mantissa && !nook_soft_is_normal(sum.exponent)) return nook_soft_rest(x, w, count, first);
  for (; count > 0; --count, ++x, ++w) {
    const uint32_t a = nook_bits_of(*x), b = nook_bits_of(*w);
    const int32_t of_a = (int32_t)(a << 1 >> 24), of_b = (int32_t)(b << 1 >> 24);
    nook_soft_float product;
    if (!nook_soft_is_normal(of_a) || !nook_soft_is_normal(of_b)) {
      if ((!(a << 1) && of_b <= NOOK_SOFT_MOST) || (!(b << 1) && of_a <= NOOK_SOFT_MOST)) continue;
      break;
    }
    product.exponent = of_a + of_b - NOOK_SOFT_BIAS;
    product.mantissa = nook_soft_product(a, b);
    if (product.mantissa >> 31)
      product.mantissa = product.mantissa >> 1 | (product.mantissa & 1), ++product.exponent;
    product.mantissa = nook_soft_rounded(product.mantissa, &product.exponent);
    product.sign = (a ^ b) & NOOK_SOFT_SIGN;
    if (!nook_soft_is_normal(product.exponent)) break;
    sum = nook_soft_sum(sum, product);
    if (sum.mantissa && !nook_soft_is_normal(sum.exponent)) {
      ++x, ++w, --count;
      break;
    }
  }
  first = nook_soft_packed(sum);
  return count > 0 ? nook_soft_rest(x, w, count, first) : first;
}

#endif
