/* Sums of the gates of int16 recurrent layers. */
#ifndef NOOK_OPS_FAMILIES_RECURRENT_SUMS_S16_H_
#define NOOK_OPS_FAMILIES_RECURRENT_SUMS_S16_H_

#include <string.h>

#include "nook/core/fixed_point.h"

typedef int16_t recurrent_x, recurrent_w;
typedef void recurrent_bias; /* int64 with an alignment of 4 */
enum { kRecurrentLeast = INT16_MIN, kRecurrentMost = INT16_MAX };

static inline int32_t recurrent_clamp(int32_t x) { return nook_clamp(x, INT16_MIN, INT16_MAX); }

/* clamp(rescale_s64(bias[u] + sum of x * w, multiplier, shift)) to int16; `bias` may be null. `zero` is 0. */
static inline int32_t recurrent_sum(const int16_t* x, int32_t zero, const int16_t* w, int32_t count,
                                    const void* bias, int32_t u, int32_t multiplier, int32_t shift) {
  uint64_t sum = 0;
  (void)zero;
  if (bias) memcpy(&sum, (const char*)bias + (size_t)u * sizeof sum, sizeof sum);
  for (int32_t i = 0; i < count; ++i) sum += (uint64_t)(int64_t)(x[i] * w[i]);
  return recurrent_clamp(nook_rescale_s64((int64_t)sum, multiplier, shift));
}

/* Likewise over a state. */
static inline int32_t recurrent_sum_of_state(const int16_t* state, const int16_t* w, int32_t count,
                                             const void* bias, int32_t u, int32_t multiplier, int32_t shift) {
  return recurrent_sum(state, 0, w, count, bias, u, multiplier, shift);
}

#endif
