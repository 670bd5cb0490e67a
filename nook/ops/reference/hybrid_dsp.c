#include "nook/ops/reference/hybrid_dsp.h"

#include "nook/core/float_bits.h"

#define NOOK_LEAST_SCALE       0x1p-120f
#define NOOK_BITS_OF_PLUS_MAX  0x7F7FFFFF
#define NOOK_BITS_OF_MINUS_0   0x80000000u
#define NOOK_BITS_OF_MINUS_MAX 0xFF7FFFFFu

/* The integer nearest to a number below 512, ties away from 0, saturated to int8. */
static inline int32_t nearest(float x) {
  const uint32_t bits = nook_bits_of(x);
  const int32_t sign = bits >> 31 ? -1 : 0;
  uint32_t halves = bits << 8 | NOOK_BITS_OF_MINUS_0;
  __asm("lsr %0, %0, %1" : "+r"(halves) : "r"(157 - (bits << 1 >> 24))); /* 0 for shifts above 31 */
  int32_t whole = ((int32_t)((halves + 1) >> 1) ^ sign) - sign;
  __asm("ssat %0, #8, %0" : "+r"(whole));
  return whole;
}

/* Numbers whose bytes need no check: the least and the largest of x and 0 are finite, x has no NaN, and
 * products with the inverse of the scale do not overflow. */
nook_byte_scale nook_make_bytes_dsp(const float* x, int32_t size, int32_t asymmetric, int8_t* q) {
  nook_float_bits least, most; /* numbers above 0 have the order of their bits, those below 0 the reverse */
  least.bits = NOOK_BITS_OF_MINUS_0, most.bits = 0;
  for (int32_t i = 0; i < size; ++i) {
    const uint32_t bits = nook_bits_of(x[i]);
    if (bits > least.bits) least.bits = bits;
    if ((int32_t)bits > (int32_t)most.bits) most.bits = bits;
  }
  if (least.bits > NOOK_BITS_OF_MINUS_MAX || most.bits > NOOK_BITS_OF_PLUS_MAX ||
      !(least.number < most.number))
    return nook_make_bytes(x, size, asymmetric, q);
  float inverse;
  const nook_byte_scale made = nook_scale_of_bytes(least.number, most.number, asymmetric, &inverse);
  if (!(made.scale >= NOOK_LEAST_SCALE)) return nook_make_bytes(x, size, asymmetric, q);
  const float zero = (float)made.zero;
  for (int32_t i = 0; i < size; ++i) q[i] = (int8_t)nearest(zero + x[i] * inverse);
  return made;
}
