/* Sums of products of bytes with four rows of weights, which stay in the model's layout: for weights that are
 * computed, or that several layers share, on cores with DSP instructions. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_ROWS_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_ROWS_DSP_H_

#include "nook/kernels/dot/row_sums.h"

/* Adds (x[i] - zero point) * w[k * row + i] to sums[k], for the inputs from x to x_end, a multiple of four,
 * > 0. Any addresses. */
void nook_dot_rows_dsp(const int8_t* x, const int8_t* x_end, const int8_t* w, int32_t row,
                       nook_row_sums* sums);

/* Likewise for any number of inputs. */
static inline void nook_add_rows_dsp(const int8_t* x, int32_t size, const int8_t* w, int32_t row,
                                     nook_row_sums* sums) {
  const int32_t whole = size & ~3;
  if (whole > 0) nook_dot_rows_dsp(x, x + whole, w, row, sums);
  for (int32_t i = whole; i < size; ++i) {
    const int32_t input = x[i] + (int16_t)sums->minus;
    for (int32_t k = 0; k < 4; ++k) sums->sums[k] += (uint32_t)(input * w[k * row + i]);
  }
}

/* Likewise for inputs of 16 bits, without a zero point. */
void nook_dot_rows_s16_dsp(const int16_t* x, const int16_t* x_end, const int8_t* w, int32_t row,
                           nook_row_sums* sums);

static inline void nook_add_rows_s16_dsp(const int16_t* x, int32_t size, const int8_t* w, int32_t row,
                                         nook_row_sums* sums) {
  const int32_t whole = size & ~3;
  if (whole > 0) nook_dot_rows_s16_dsp(x, x + whole, w, row, sums);
  for (int32_t i = whole; i < size; ++i)
    for (int32_t k = 0; k < 4; ++k) sums->sums[k] += (uint32_t)(x[i] * w[k * row + i]);
}

#endif
