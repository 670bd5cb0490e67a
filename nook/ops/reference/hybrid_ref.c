#include "nook/ops/reference/hybrid_ref.h"

/* Nearest integer in [lowest, highest], ties away from 0; the result for NaN is the lowest. */
static int32_t nearest(float x, int32_t lowest, int32_t highest) {
  if (!(x > (float)lowest)) return lowest;
  if (x >= (float)highest) return highest;
  const int32_t whole = (int32_t)x;
  const float fraction = x - (float)whole;
  return whole + (fraction >= 0.5f) - (fraction <= -0.5f);
}

/* The least and the largest of x and 0. */
static void range_of(const float* x, int32_t size, float* least, float* most) {
  *least = *most = 0;
  for (int32_t i = 0; i < size; ++i) {
    if (x[i] < *least) *least = x[i];
    if (x[i] > *most) *most = x[i];
  }
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

nook_byte_scale nook_make_bytes(const float* x, int32_t size, int32_t asymmetric, int8_t* q) {
  nook_byte_scale made = {1, 0};
  float least, most, inverse = 0;
  range_of(x, size, &least, &most);
  if (!(least < most)) {
    for (int32_t i = 0; i < size; ++i) q[i] = 0;
    return made;
  }
  if (asymmetric) {
    const double scale = ((double)most - (double)least) / 255;
    made.zero = zero_point(least, most, scale);
    made.scale = (float)scale;
    if (made.scale > 0) inverse = (float)(1.0 / made.scale);
  } else {
    const float reach = -least > most ? -least : most;
    made.scale = reach / 127;
    inverse = 127 / reach;
  }
  const int32_t lowest = asymmetric ? -128 : -127;
  for (int32_t i = 0; i < size; ++i) q[i] = (int8_t)nearest((float)made.zero + x[i] * inverse, lowest, 127);
  return made;
}
