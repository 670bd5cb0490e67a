#include "nook/ops/quantize/quantize.h"

/* Nearest integer, ties away from 0; |x| < 2^31. The fraction of a float is exact, x + 0.5 is not. */
static int32_t round_away(float x) {
  const int32_t whole = (int32_t)x;
  const float fraction = x - (float)whole;
  return whole + (fraction >= 0.5f) - (fraction <= -0.5f);
}

/* Divided, not multiplied by 1 / scale, and clamped first, which is the same and makes the rounding safe. */
static inline int32_t quantized(const nook_quantize_f32* p, float x, float lowest, float highest) {
  float q = x / p->scale;
  q = q > lowest ? q : lowest;
  q = q < highest ? q : highest;
  return round_away(q) + p->zero;
}

void nook_quantize_f32_ref(const nook_quantize_f32* p, const float* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const float lowest = (float)(INT8_MIN - p->zero), highest = (float)(INT8_MAX - p->zero);
  for (int32_t i = 0; i < p->size; ++i) y[i] = (int8_t)quantized(p, x[i], lowest, highest);
}

void nook_quantize_f32_s16_ref(const nook_quantize_f32* p, const float* x, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const float lowest = (float)(INT16_MIN - p->zero), highest = (float)(INT16_MAX - p->zero);
  for (int32_t i = 0; i < p->size; ++i) y[i] = (int16_t)quantized(p, x[i], lowest, highest);
}
