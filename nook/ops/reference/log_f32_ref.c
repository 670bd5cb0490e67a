#include "nook/ops/reference/log_f32_ref.h"

#include <math.h>

#include "nook/ops/reference/exp_f32_ref.h"

/* log(1 + f) of 1 + f between the roots of 1/2 and 2, less f: the polynomial of the Cephes library. */
static float curve(float f) {
  static const float fit[] = {7.0376836292e-2f,  -1.1514610310e-1f, 1.1676998740e-1f,
                              -1.2420140846e-1f, 1.4249322787e-1f,  -1.6668057665e-1f,
                              2.0000714765e-1f,  -2.4999993993e-1f, 3.3333331174e-1f};
  float sum = 0;
  for (int i = 0; i < 9; ++i) sum = sum * f + fit[i];
  return sum * f * (f * f);
}

/* log x = log(1 + f) + n ln 2, whose ln 2 has two parts: the product of n and the first one is exact. */
float nook_log_f32(float x) {
  const uint32_t root_of_half = 0x3F3504F3u;
  nook_float_bits m;
  float added = 0;
  m.number = x;
  if (m.bits - 1 >= 0x7F800000u - 1) { /* 0, negative, infinite or no number */
    if (x == 0) return -INFINITY;
    return x > 0 ? x : NAN;
  }
  if (m.bits < 0x00800000u) m.number = x * 8388608.0f, added = -23;
  const uint32_t steps = (m.bits - root_of_half + 0x3F800000u) >> 23;
  const float n = (float)((int32_t)steps - 127) + added;
  m.bits -= (steps - 127) << 23;
  const float f = m.number - 1, square = f * f;
  return (f - (0.5f * square - (curve(f) - n * 2.12194440e-4f))) + n * 0.693359375f;
}
