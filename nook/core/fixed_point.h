/* Fixed-point arithmetic of quantized kernels, bit-exact with TensorFlow Lite's reference.
 *
 * A real factor is represented as multiplier * 2^(shift - 31), multiplier in [2^30, 2^31). TensorFlow Lite
 * rounds twice by default: once to 32 bits after the multiplication (ties up) and once when shifting right
 * (ties away from zero). NOOK_SINGLE_ROUNDING=1, for the whole build, rounds once (ties up), as TensorFlow
 * Lite does when built with TFLITE_SINGLE_ROUNDING. */
#ifndef NOOK_CORE_FIXED_POINT_H_
#define NOOK_CORE_FIXED_POINT_H_

#include <stdint.h>

#ifndef NOOK_SINGLE_ROUNDING
#define NOOK_SINGLE_ROUNDING 0
#endif

/* High 32 bits of 2*a*b, rounded to nearest, ties up; never INT32_MIN. TensorFlow Lite saturates for a = b =
 * INT32_MIN; multipliers are never negative, so this cannot happen here. */
#if defined(__ARM_ARCH_6M__)
/* On cores without a 32x32->64 multiplication, a 64-bit product would be a library call. This computes it
 * from 16-bit halves, the low ones signed. With the low product's high half and the rounding, `middle` stays
 * within 32 bits for all a and b. */
static inline int32_t nook_mul_high(int32_t a, int32_t b) {
  const int32_t a_low = (int16_t)a, a_high = ((a >> 15) + 1) >> 1;
  const int32_t b_low = (int16_t)b, b_high = ((b >> 15) + 1) >> 1;
  const int32_t middle = a_high * b_low + a_low * b_high + ((a_low * b_low) >> 16) + (1 << 14);
  return (int32_t)(2u * (uint32_t)(a_high * b_high) + (uint32_t)(middle >> 15));
}
static inline int32_t nook_mul_high_positive(int32_t a, int32_t b) { return nook_mul_high(a, b); }
#else
static inline int32_t nook_mul_high(int32_t a, int32_t b) {
  return (int32_t)(((int64_t)a * b + ((int64_t)1 << 30)) >> 31);
}
/* nook_mul_high() of numbers that are not negative, in fewer instructions. */
static inline int32_t nook_mul_high_positive(int32_t a, int32_t b) {
  const uint64_t twice = (uint64_t)(2u * (uint32_t)a) * (uint32_t)b;
  return (int32_t)((uint32_t)(twice >> 32) + ((uint32_t)twice >> 31));
}
#endif

/* x / 2^shift rounded to nearest, ties away from zero; shift in [0, 31]. */
static inline int32_t nook_shift_right_round(int32_t x, int32_t shift) {
  const int32_t mask = (int32_t)(((uint32_t)1 << shift) - 1u);
  const int32_t threshold = (mask >> 1) + (x < 0);
  return (x >> shift) + ((x & mask) > threshold);
}

/* x * multiplier * 2^(shift - 31); shift in [-31, 30]. */
static inline int32_t nook_rescale(int32_t x, int32_t multiplier, int32_t shift) {
  if (NOOK_SINGLE_ROUNDING) {
    const int32_t total = 31 - shift;
    return (int32_t)(((int64_t)x * multiplier + ((int64_t)1 << (total - 1))) >> total);
  }
  const int32_t left = shift > 0 ? shift : 0, right = shift > 0 ? 0 : -shift;
  return nook_shift_right_round(nook_mul_high((int32_t)((uint32_t)x << left), multiplier), right);
}

/* nook_rescale() for factors below 1, in fewer instructions: shift in [-31, 0]. */
static inline int32_t nook_rescale_down(int32_t x, int32_t multiplier, int32_t shift) {
  if (NOOK_SINGLE_ROUNDING) return nook_rescale(x, multiplier, shift);
  return nook_shift_right_round(nook_mul_high(x, multiplier), -shift);
}

/* nook_rescale() in fewer instructions but more code. The product is below INT32_MAX; it is halved last, so
 * that nothing overflows. Subtracting one rounds a negative tie down. */
static inline int32_t nook_rescale_fast(int32_t x, int32_t multiplier, int32_t shift) {
  if (NOOK_SINGLE_ROUNDING) return nook_rescale(x, multiplier, shift);
  if (shift >= 0) return nook_mul_high((int32_t)((uint32_t)x << shift), multiplier);
  const int32_t product = nook_mul_high(x, multiplier);
  return (((product - (product < 0)) >> (-shift - 1)) + 1) >> 1;
}

#define NOOK_MAX_SHIFT_S64 7

/* nook_rescale() for 64-bit sums, with only the upper 15 bits of the multiplier and rounded once, ties up;
 * shift in [-31, NOOK_MAX_SHIFT_S64]. Exact while x * 2^15 fits 63 bits; wraps around beyond. */
static inline int32_t nook_rescale_s64(int64_t x, int32_t multiplier, int32_t shift) {
  const int32_t upper = multiplier < 0x7FFF0000 ? (multiplier + ((int32_t)1 << 15)) >> 16 : 0x7FFF;
  const int32_t right = 15 - shift;
  const uint64_t product = (uint64_t)x * (uint64_t)upper + ((uint64_t)1 << (right - 1));
  return (int32_t)((int64_t)product >> right);
}

static inline int32_t nook_clamp(int32_t x, int32_t lo, int32_t hi) { return x < lo ? lo : x > hi ? hi : x; }

/* clamp(x * multiplier * 2^(shift - 31) + zero, lo, hi), and the addition cannot overflow. */
static inline int32_t nook_requantize(int32_t x, int32_t multiplier, int32_t shift, int32_t zero, int32_t lo,
                                      int32_t hi) {
  return nook_clamp(nook_rescale(x, multiplier, shift), lo - zero, hi - zero) + zero;
}

static inline float nook_clamp_f32(float x, float lo, float hi) { return x < lo ? lo : x > hi ? hi : x; }

#endif
