/* The functions that model_weights.h and other layers with weights in the model's layout are written with, in
 * portable C. */
#ifndef NOOK_KERNELS_DOT_C99_ADD_ROWS_REF_H_
#define NOOK_KERNELS_DOT_C99_ADD_ROWS_REF_H_

#include "nook/kernels/dot/c99/dot_rows_ref.h"

/* nook_row_sums::minus for this zero point. */
static inline uint32_t minus_of(int32_t zero) { return (uint32_t)-zero; }

/* Adds (x[i] - zero point) * w[k * row + i] to sums[k], for `size` inputs. */
static inline void add_rows(const int8_t* x, int32_t size, const int8_t* w, int32_t row,
                            nook_row_sums* sums) {
  nook_add_rows_ref(x, size, w, row, sums);
}

#endif
