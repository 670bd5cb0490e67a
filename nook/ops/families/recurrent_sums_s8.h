/* Sums of the gates of int8 recurrent layers. */
#ifndef NOOK_OPS_FAMILIES_RECURRENT_SUMS_S8_H_
#define NOOK_OPS_FAMILIES_RECURRENT_SUMS_S8_H_

#include "nook/core/fixed_point.h"

typedef int8_t recurrent_x, recurrent_w;
typedef int32_t recurrent_bias;
enum { kRecurrentLeast = INT8_MIN, kRecurrentMost = INT8_MAX };

static inline int32_t recurrent_clamp(int32_t x) { return nook_clamp(x, INT16_MIN, INT16_MAX); }

/* clamp(rescale(bias[u] + sum of (x - zero) * w, multiplier, shift)) to int16; `bias` may be null. Sums wrap
 * around. */
static inline int32_t recurrent_sum(const int8_t* x, int32_t zero, const int8_t* w, int32_t count,
                                    const int32_t* bias, int32_t u, int32_t multiplier, int32_t shift) {
  uint32_t sum = bias ? (uint32_t)bias[u] : 0;
  for (int32_t i = 0; i < count; ++i) sum += (uint32_t)((x[i] - zero) * w[i]);
  return recurrent_clamp(nook_rescale((int32_t)sum, multiplier, shift));
}

/* Likewise over a state, with rescale_s64. */
static inline int32_t recurrent_sum_of_state(const int16_t* state, const int8_t* w, int32_t count,
                                             const int32_t* bias, int32_t u, int32_t multiplier,
                                             int32_t shift) {
  int64_t sum = bias ? bias[u] : 0;
  for (int32_t i = 0; i < count; ++i) sum += state[i] * w[i];
  return recurrent_clamp(nook_rescale_s64(sum, multiplier, shift));
}

#endif
