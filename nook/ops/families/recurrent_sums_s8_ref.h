/* Sums of the gates of int8 recurrent layers, in portable C. */
#ifndef NOOK_OPS_FAMILIES_RECURRENT_SUMS_S8_REF_H_
#define NOOK_OPS_FAMILIES_RECURRENT_SUMS_S8_REF_H_

#include "nook/ops/families/recurrent_types_s8.h"

/* clamp(rescale(bias + sum of (x - zero) * w, multiplier, shift)) to int16, of `rows` units from unit u, at
 * most four. Sums wrap around. */
static inline void recurrent_sums(const recurrent_matrix* m, const recurrent_x* x, int32_t zero, int32_t u,
                                  int32_t rows, int32_t* sums) {
  const recurrent_w* w = m->w + u * m->depth;
  for (int32_t k = 0; k < rows; ++k, w += m->depth) {
    uint32_t sum = m->bias ? (uint32_t)m->bias[u + k] : 0;
    for (int32_t i = 0; i < m->depth; ++i) sum += (uint32_t)((x[i] - zero) * w[i]);
    sums[k] = recurrent_clamp(nook_rescale((int32_t)sum, m->multiplier, m->shift));
  }
}

/* Likewise over a state, with rescale_s64. */
static inline void recurrent_sums_of_state(const recurrent_matrix* m, const int16_t* state, int32_t u,
                                           int32_t rows, int32_t* sums) {
  const recurrent_w* w = m->w + u * m->depth;
  for (int32_t k = 0; k < rows; ++k, w += m->depth) {
    int64_t sum = m->bias ? m->bias[u + k] : 0;
    for (int32_t i = 0; i < m->depth; ++i) sum += state[i] * w[i];
    sums[k] = recurrent_clamp(nook_rescale_s64(sum, m->multiplier, m->shift));
  }
}

#endif
