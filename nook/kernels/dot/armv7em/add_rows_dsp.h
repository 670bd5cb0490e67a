/* The functions that model_weights.h and other layers with weights in the model's layout are written with, on
 * cores with DSP instructions. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_ADD_ROWS_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_ADD_ROWS_DSP_H_

#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/dot_rows_dsp.h"

/* nook_row_sums::minus for this zero point. */
static inline uint32_t minus_of(int32_t zero) { return nook_both_halves(-zero); }

/* Adds (x[i] - zero point) * w[k * row + i] to sums[k], for `size` inputs. */
static inline void add_rows(const int8_t* x, int32_t size, const int8_t* w, int32_t row,
                            nook_row_sums* sums) {
  nook_add_rows_dsp(x, size, w, row, sums);
}

#endif
