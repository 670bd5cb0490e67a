/* The sums of int8 units on cores with DSP instructions: four units at a time, whose weights stay in the
 * model's layout. */
#ifndef NOOK_OPS_FAMILIES_RECURRENT_ROW_SUMS_S8_DSP_H_
#define NOOK_OPS_FAMILIES_RECURRENT_ROW_SUMS_S8_DSP_H_

#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/dot_rows_dsp.h"
#include "nook/ops/families/recurrent_types_s8.h"

static inline int32_t recurrent_saturate(int32_t x) {
  __asm("ssat %0, #16, %1" : "=r"(x) : "r"(x));
  return x;
}

static __attribute__((noinline)) void recurrent_sums(const recurrent_matrix* m, const recurrent_x* x,
                                                     int32_t zero, int32_t u, int32_t rows, int32_t* sums) {
  const recurrent_w* w = m->w + u * m->depth;
  const int32_t depth = m->depth, multiplier = m->multiplier, shift = m->shift;
  nook_row_sums all = {{0, 0, 0, 0}, nook_both_halves(-zero)};
  for (int32_t k = 0; k < rows && m->bias; ++k) all.sums[k] = (uint32_t)m->bias[u + k];
  if (rows == 4) nook_add_rows_dsp(x, depth, w, depth, &all);
  for (int32_t k = 0; k < rows && rows < 4; ++k, w += depth)
    for (int32_t i = 0; i < depth; ++i) all.sums[k] += (uint32_t)((x[i] - zero) * w[i]);
  if (shift < 0) {
    _Pragma("GCC unroll 4") for (int32_t k = 0; k < 4; ++k) sums[k] =
        recurrent_saturate(nook_rescale_right((int32_t)all.sums[k], multiplier, -shift));
    return;
  }
  for (int32_t k = 0; k < rows; ++k)
    sums[k] = recurrent_saturate(nook_rescale((int32_t)all.sums[k], multiplier, shift));
}

#endif
