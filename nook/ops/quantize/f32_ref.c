#include "nook/ops/quantize/quantize.h"

/* Nearest integer, ties away from 0; |x| <= 2^16. A float times a power of two is exact, so fixed has
 * exactly the fraction bits of x, except the truncated ones, which do not affect rounding. */
static int32_t round_away(float x) {
  const int32_t fixed = (int32_t)(x * 16384.0f);
  return (fixed + 8192 + (fixed >> 31)) >> 14;
}

/* Divides instead of multiplying by 1 / scale. Clamps first, which does not change the result but makes the
 * rounding safe. */
static inline int32_t quantized(float scale, float x, float lowest, float highest) {
  float q = x / scale;
  q = q > lowest ? q : lowest;
  q = q < highest ? q : highest;
  return round_away(q);
}

void nook_quantize_f32_ref(const nook_quantize_f32* p, const float* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const int32_t zero = p->zero; /* a copy, because y might alias p */
  const float scale = p->scale, lowest = (float)(INT8_MIN - zero), highest = (float)(INT8_MAX - zero);
  for (int32_t left = p->size; left > 0; --left)
    *y++ = (int8_t)(quantized(scale, *x++, lowest, highest) + zero);
}

void nook_quantize_f32_s16_ref(const nook_quantize_f32* p, const float* x, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const int32_t zero = p->zero;
  const float scale = p->scale, lowest = (float)(INT16_MIN - zero), highest = (float)(INT16_MAX - zero);
  for (int32_t left = p->size; left > 0; --left)
    *y++ = (int16_t)(quantized(scale, *x++, lowest, highest) + zero);
}
