/* Constant weights of 4, 8 or 16 bits for layers of floats: each becomes a float on its way into a sum, as
 * DEQUANTIZE computes it. */
#ifndef NOOK_OPS_REFERENCE_NARROW_H_
#define NOOK_OPS_REFERENCE_NARROW_H_

#include <stdint.h>

#include "nook/core/nibbles.h"
#include "nook/ops/reference/half.h"

/* Fields of Params. Weight i is scale[i / block] * (q[i] - zero); 16 bits are a float (IEEE 754 binary16). */
#define NOOK_NARROW_WEIGHTS                                       \
  int32_t bits;      /* 4 (two per byte), 8 or 16 */              \
  int32_t zero;      /* zero point */                             \
  int32_t block;     /* weights in sequence that share a scale */ \
  int32_t scales;    /* their number */                           \
  const float* scale /* [scales] */

/* The most weights that nook_widen() makes at once. */
#define NOOK_WIDENED 16

/* Weight `at` before it is scaled. */
static inline float nook_narrow_step(const void* w, int32_t bits, int32_t zero, int32_t at) {
  const int8_t* const bytes = (const int8_t*)w;
  if (bits == 16) return nook_half(((const uint16_t*)w)[at]);
  return (float)((bits == 8 ? bytes[at] : nook_nibble(bytes, at)) - zero);
}

/* Weights at .. at + count - 1; the first is number `at` and all have this scale. */
static inline void nook_widen(const void* w, int32_t bits, int32_t zero, float scale, int32_t at,
                              int32_t count, float* to) {
  const int8_t* const bytes = (const int8_t*)w + at;
  if (bits == 8) {
    for (int32_t i = 0; i < count; ++i) to[i] = scale * (float)(bytes[i] - zero);
  } else {
    for (int32_t i = 0; i < count; ++i) to[i] = scale * nook_narrow_step(w, bits, zero, at + i);
  }
}

/* The sum of `sum` and x[i] * weight at + i over `size` weights of this scale, in this order. */
static inline float nook_dot_narrow(float sum, const float* x, const void* w, int32_t bits, int32_t zero,
                                    float scale, int32_t at, int32_t size) {
  float wide[NOOK_WIDENED];
  while (size > 0) {
    const int32_t some = size < NOOK_WIDENED ? size : NOOK_WIDENED;
    nook_widen(w, bits, zero, scale, at, some, wide);
    for (int32_t i = 0; i < some; ++i) sum += x[i] * wide[i];
    x += some, at += some, size -= some;
  }
  return sum;
}

#endif
