/* Sums of products of bytes with four rows of weights, which stay in the model's layout, in portable C: each
 * input is read once. */
#ifndef NOOK_KERNELS_DOT_C99_DOT_ROWS_REF_H_
#define NOOK_KERNELS_DOT_C99_DOT_ROWS_REF_H_

#include "nook/kernels/dot/row_sums.h"

/* Adds (x[i] - zero point) * w[k * row + i] to sums[k], for `size` inputs. Sums wrap around on overflow,
 * which only hostile models cause. */
static inline void nook_add_rows_ref(const int8_t* x, int32_t size, const int8_t* w, int32_t row,
                                     nook_row_sums* sums) {
  const int8_t *const second = w + row, *const third = second + row, *const fourth = third + row;
  uint32_t a = sums->sums[0], b = sums->sums[1], c = sums->sums[2], d = sums->sums[3];
  const int32_t minus = (int32_t)sums->minus;
  for (int32_t i = 0; i < size; ++i) {
    const int32_t input = x[i] + minus;
    a += (uint32_t)(input * w[i]), b += (uint32_t)(input * second[i]);
    c += (uint32_t)(input * third[i]), d += (uint32_t)(input * fourth[i]);
  }
  sums->sums[0] = a, sums->sums[1] = b, sums->sums[2] = c, sums->sums[3] = d;
}

#endif
