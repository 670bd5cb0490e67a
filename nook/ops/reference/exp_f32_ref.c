#include "nook/ops/reference/exp_f32_ref.h"

static float two_to(int32_t n) {
  nook_float_bits power;
  power.bits = (uint32_t)(n + 127) << 23;
  return power.number;
}

/* Beyond the clamp, e^x is 0 or infinite. 2^n comes in two factors, of which only the second may leave the
 * normal floats. */
float nook_exp_far_f32(float x) {
  if (x != x) return x;
  const nook_exp_parts parts = nook_exp_parts_of(x < -104 ? -104 : x > 89 ? 89 : x);
  const int32_t n = (int32_t)(parts.n - NOOK_EXP_ZERO), half = n / 2;
  return (1 + parts.less) * two_to(half) * two_to(n - half);
}

float nook_sigmoid_f32(float x) { return nook_inline_sigmoid_f32(x); }
float nook_tanh_f32(float x) { return nook_inline_tanh_f32(x); }
