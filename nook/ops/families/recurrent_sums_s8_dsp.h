/* recurrent_sums_s8_ref.h on cores with DSP instructions. */
#ifndef NOOK_OPS_FAMILIES_RECURRENT_SUMS_S8_DSP_H_
#define NOOK_OPS_FAMILIES_RECURRENT_SUMS_S8_DSP_H_

#include "nook/ops/families/recurrent_row_sums_s8_dsp.h"

/* nook_rescale_s64() for a sum of 32 bits; shift < -1. */
static inline int32_t recurrent_scaled(uint32_t sum, int32_t upper, int32_t right) {
  int32_t product;
  __asm("smmla %0, %1, %2, %3" : "=r"(product) : "r"(sum), "r"(upper), "r"((int32_t)1 << (right - 1)));
  return recurrent_saturate(product >> right);
}

/* Products of NOOK_RECURRENT_MOST_CELLS cells fit 32 bits. */
static __attribute__((noinline)) void recurrent_sums_of_state(const recurrent_matrix* m, const int16_t* state,
                                                              int32_t u, int32_t rows, int32_t* sums) {
  const recurrent_w* w = m->w + u * m->depth;
  const int32_t depth = m->depth, multiplier = m->multiplier, shift = m->shift;
  nook_row_sums all = {{0, 0, 0, 0}, 0};
  if (rows == 4) nook_add_rows_s16_dsp(state, depth, w, depth, &all);
  for (int32_t k = 0; k < rows && rows < 4; ++k, w += depth)
    for (int32_t i = 0; i < depth; ++i) all.sums[k] += (uint32_t)(state[i] * w[i]);
  if (!m->bias && shift < -1) {
    const int32_t rounded = multiplier < 0x7FFF0000 ? (multiplier + (1 << 15)) & 0x7FFF0000 : 0x7FFF0000;
    _Pragma("GCC unroll 4") for (int32_t k = 0; k < 4; ++k) sums[k] =
        recurrent_scaled(all.sums[k], rounded, -1 - shift);
    return;
  }
  for (int32_t k = 0; k < rows; ++k) {
    const int64_t bias = m->bias ? m->bias[u + k] : 0;
    sums[k] = recurrent_saturate(nook_rescale_s64(bias + (int32_t)all.sums[k], multiplier, shift));
  }
}

#endif
