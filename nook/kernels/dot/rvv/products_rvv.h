/* Products of int8 matrices on cores with vectors: as many columns as a vector has lanes, of three rows at
 * once. */
#ifndef NOOK_KERNELS_DOT_RVV_PRODUCTS_RVV_H_
#define NOOK_KERNELS_DOT_RVV_PRODUCTS_RVV_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* y[r][c] = clamp(y_zero + rescale(sum over k of (a[r * a_row + k * a_step] - a_zero) * (b[k * b_step + c *
 * b_column] - b_zero), multiplier * 2^-(31 + right)), -128, 127), with sums that wrap around as in the
 * reference. Assembly code depends on the offsets of these fields. */
typedef struct nook_products_rvv_job {
  const int8_t *a, *b;          /* any alignment, like y */
  int8_t* y;                    /* rows of `columns` bytes, contiguous */
  int32_t rows, depth, columns; /* > 0 */
  int32_t a_row, a_step, b_column, b_step;
  int32_t a_zero, b_zero, y_zero;
  int32_t multiplier, right; /* right in [0, 31] */
} nook_products_rvv_job;

#include "nook/kernels/dot/rvv/products_rvv_offsets.inc"

/* b_column is 1. Thirteen instructions and a share of the loop for an element of three rows and 32 columns,
 * if VLEN is 128 and a_step is 1. */
void nook_products_rvv(const nook_products_rvv_job* job);

/* Likewise with any b_column. */
void nook_products_of_columns_rvv(const nook_products_rvv_job* job);

#endif
