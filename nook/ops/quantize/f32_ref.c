#include "nook/ops/quantize/quantize.h"
#include "nook/ops/reference/round_away.h"

/* Divides instead of multiplying by 1 / scale. Clamps first, which does not change the result but makes the
 * rounding safe. */
static inline int32_t quantized(float scale, float x, float lowest, float highest) {
  float q = x / scale;
  q = q > lowest ? q : lowest;
  q = q < highest ? q : highest;
  return nook_round_away(q);
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
