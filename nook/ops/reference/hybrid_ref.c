#include "nook/ops/reference/hybrid_ref.h"

#include "nook/core/float_bits.h"

/* Compares the bits of floats: cores without an FPU call a function for each comparison of numbers. */
#define NOOK_BITS_OF_MINUS_0  0x80000000u
#define NOOK_BITS_OF_INFINITY 0x7F800000u
enum { EXPONENT_OF_HALF = 126, EXPONENT_OF_128 = 134 };

static inline int is_nan(uint32_t bits) { return bits << 1 > NOOK_BITS_OF_INFINITY << 1; }

/* Nearest integer in [lowest, 127], ties away from 0; the result for NaN is the lowest. */
static inline int32_t nearest(float x, int32_t lowest) {
  const uint32_t bits = nook_bits_of(x);
  const int32_t exponent = (int32_t)(bits << 1 >> 24), sign = bits >> 31 ? -1 : 0;
  if (exponent < EXPONENT_OF_HALF) return 0;
  if (exponent >= EXPONENT_OF_128) return sign || is_nan(bits) ? lowest : 127;
  const uint32_t halves = (bits << 8 | NOOK_BITS_OF_MINUS_0) >> (EXPONENT_OF_HALF + 31 - exponent);
  const int32_t whole = ((int32_t)((halves + 1) >> 1) ^ sign) - sign;
  return whole < lowest ? lowest : whole > 127 ? 127 : whole;
}

/* The least and the largest of x and 0. */
static void range_of(const float* x, int32_t size, float* least, float* most) {
  nook_float_bits low, high;
  low.bits = NOOK_BITS_OF_MINUS_0, high.bits = 0;
  for (int32_t i = 0; i < size; ++i) {
    const uint32_t bits = nook_bits_of(x[i]);
    if (is_nan(bits)) continue;
    if (bits > low.bits) low.bits = bits;
    if ((int32_t)bits > (int32_t)high.bits) high.bits = bits;
  }
  *least = low.bits == NOOK_BITS_OF_MINUS_0 ? 0 : low.number, *most = high.number;
}

/* The integer for 0 if [least, most] is mapped to [-128, 127]: computed from the end with the smaller
 * rounding error. */
static int32_t zero_point(double least, double most, double scale) {
  const double from_least = -128 - least / scale, from_most = 127 - most / scale;
  const double zero = 128 - least / scale < 127 + most / scale ? from_least : from_most;
  if (!(zero > -128)) return -128;
  if (zero >= 127) return 127;
  return (int32_t)(zero < 0 ? zero - 0.5 : zero + 0.5);
}

nook_byte_scale nook_scale_of_bytes(float least, float most, int32_t asymmetric, float* inverse) {
  nook_byte_scale made = {1, 0};
  *inverse = 0;
  if (asymmetric) {
    const double scale = ((double)most - (double)least) / 255;
    made.zero = zero_point(least, most, scale);
    made.scale = (float)scale;
    if (made.scale > 0) *inverse = (float)(1.0 / made.scale);
  } else {
    const float reach = -least > most ? -least : most;
    made.scale = reach / 127;
    *inverse = 127 / reach;
  }
  return made;
}

nook_byte_scale nook_make_bytes(const float* x, int32_t size, int32_t asymmetric, int8_t* q) {
  float least, most, inverse;
  range_of(x, size, &least, &most);
  if (!(least < most)) {
    const nook_byte_scale made = {1, 0};
    for (int32_t i = 0; i < size; ++i) q[i] = 0;
    return made;
  }
  const nook_byte_scale made = nook_scale_of_bytes(least, most, asymmetric, &inverse);
  const int32_t lowest = asymmetric ? -128 : -127;
  const float zero = (float)made.zero;
  for (int32_t i = 0; i < size; ++i) q[i] = (int8_t)nearest(zero + x[i] * inverse, lowest);
  return made;
}
