#include "nook/ops/reference/sine_f32_ref.h"

#include "nook/ops/reference/bits.h"
#include "nook/ops/reference/exp_f32_ref.h"

/* An angle is `quarters` times pi / 2, and `rest` + `less`, at most pi / 4 in magnitude. `less` holds the
 * bits for which `rest` has no room. */
typedef struct angle {
  uint32_t quarters;
  float rest, less;
} angle;

/* 0 <= x < 200. The number of quarters is rounded in the low bits of a sum with 1.5 * 2^23. pi / 2 is
 * subtracted in three parts, of which the first two have 17 bits, so that their products with it are exact.
 */
static inline angle near_angle(float x) {
  nook_float_bits n;
  angle of;
  float q, first, second;
  n.number = x * 0.636619772f + 12582912.0f;
  q = n.number - 12582912.0f;
  first = x - q * 1.5708007812500000f;
  second = q * -4.4544576667249202728e-6f;
  of.rest = first - second;
  of.less = ((first - of.rest) - second) - q * 2.5633442e-12f;
  of.quarters = n.bits;
  return of;
}

/* Takes any finite x from 1 on: an integer of 24 bits times 2^e. It is multiplied by those 96 bits of 2 / pi
 * whose products are less than four quarters and matter; the bits before them add multiples of four. */
static __attribute__((noinline)) angle far_angle(float x) {
  static const uint32_t two_by_pi[] = {0,           0xA2F9836Eu, 0x4E441529u, 0xFC2757D1u,
                                       0xF534DDC0u, 0xDB629599u, 0x3C439041u, 0xFE5163ABu};
  const uint32_t half_pi = 0xC90FDAA2u; /* times 2^31 */
  const uint32_t bits = nook_bits_of(x), integer = (bits & 0x7FFFFFu) | 0x800000u;
  const int32_t from = (int32_t)(bits >> 23) - 150 - 2 + 32, shift = from & 31;
  const uint32_t* const words = two_by_pi + (from >> 5);
  uint32_t part[3];
  for (int i = 0; i < 3; ++i) part[i] = shift ? words[i] << shift | words[i + 1] >> (32 - shift) : words[i];
  const uint64_t lower = (uint64_t)integer * part[1] + ((uint64_t)integer * part[2] >> 32);
  const uint64_t quarters = ((uint64_t)(integer * part[0]) << 32) + lower; /* times 2^62 */
  const uint64_t rounded = quarters + ((uint64_t)1 << 61);
  const uint64_t rest = (rounded & ~((uint64_t)3 << 62)) - ((uint64_t)1 << 61);
  const uint32_t sign = (uint32_t)(rest >> 32) & 0x80000000u;
  const uint64_t magnitude = sign ? 0 - rest : rest;
  angle of = {(uint32_t)(rounded >> 62), 0, 0};
  const uint32_t high = (uint32_t)(magnitude >> 32), low = (uint32_t)magnitude;
  nook_float_bits scale;
  int32_t zeros = 0;
  if (high | low) zeros = high ? 32 - nook_bit_width(high) : 64 - nook_bit_width(low);
  const uint32_t top = (uint32_t)(magnitude << zeros >> 32);
  scale.bits = (uint32_t)(127 - 29 - zeros) << 23 | sign;
  const uint32_t radians = (uint32_t)((uint64_t)top * half_pi >> 32), upper = radians & 0xFFFFFF00u;
  of.rest = (float)upper * scale.number, of.less = (float)(radians - upper) * scale.number;
  return of;
}

/* The sine of x, `more` quarters later. */
static inline float sine_later(float x, uint32_t more) {
  const uint32_t sign = nook_bits_of(x) & 0x80000000u;
  nook_float_bits y;
  angle of;
  float square, one;
  y.bits = nook_bits_of(x) ^ sign;
  if (y.bits >= 0x7F800000u) return x - x;
  if (y.bits < 0x39800000u) return more ? 1 : x; /* 2^-12 */
  of = y.number < 200 ? near_angle(y.number) : far_angle(y.number);
  square = of.rest * of.rest;
  /* The sine of -x is -sin(x), the cosine is cos(x). */
  of.quarters += more;
  if ((of.quarters & 1) == 0) {
    y.number = -1.9515295891e-4f * square + 8.3321608736e-3f;
    y.number = y.number * square - 1.6666654611e-1f;
    y.number = (y.number * (square * of.rest) + of.less) + of.rest;
  } else {
    y.number = 2.443315711809948e-5f * square - 1.388731625493765e-3f;
    y.number = y.number * square + 4.166664568298827e-2f;
    y.number = y.number * (square * square) - of.rest * of.less;
    one = 1 - 0.5f * square; /* what rounding took from it is added */
    y.number = (((1 - one) - 0.5f * square) + y.number) + one;
  }
  y.bits ^= (of.quarters & 2) << 30;
  if (!more) y.bits ^= sign;
  return y.number;
}

float nook_sin_f32(float x) { return sine_later(x, 0); }
float nook_cos_f32(float x) { return sine_later(x, 1); }
