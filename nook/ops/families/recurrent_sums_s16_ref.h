/* Sums of the gates of int16 recurrent layers, in portable C. */
#ifndef NOOK_OPS_FAMILIES_RECURRENT_SUMS_S16_REF_H_
#define NOOK_OPS_FAMILIES_RECURRENT_SUMS_S16_REF_H_

#include <string.h>

#include "nook/ops/families/recurrent_types_s16.h"

/* sum + the sum of x * w. A function of its own, because cores with few registers keep them for its loop. */
static __attribute__((noinline)) uint64_t recurrent_dot(const recurrent_x* x, const recurrent_w* w,
                                                        int32_t depth, uint64_t sum) {
  for (int32_t i = 0; i < depth; ++i) sum += (uint64_t)(int64_t)(x[i] * w[i]);
  return sum;
}

/* clamp(rescale_s64(bias + sum of x * w, multiplier, shift)) to int16, of `rows` units from unit u, at most
 * four. `zero` is 0. */
static inline void recurrent_sums(const recurrent_matrix* m, const recurrent_x* x, int32_t zero, int32_t u,
                                  int32_t rows, int32_t* sums) {
  const recurrent_w* w = m->w + u * m->depth;
  (void)zero;
  for (int32_t k = 0; k < rows; ++k, w += m->depth) {
    uint64_t sum = 0;
    if (m->bias) memcpy(&sum, (const char*)m->bias + (size_t)(u + k) * sizeof sum, sizeof sum);
    sum = recurrent_dot(x, w, m->depth, sum);
    sums[k] = recurrent_clamp(nook_rescale_s64((int64_t)sum, m->multiplier, m->shift));
  }
}

/* Likewise over a state. */
static inline void recurrent_sums_of_state(const recurrent_matrix* m, const int16_t* state, int32_t u,
                                           int32_t rows, int32_t* sums) {
  recurrent_sums(m, state, 0, u, rows, sums);
}

#endif
