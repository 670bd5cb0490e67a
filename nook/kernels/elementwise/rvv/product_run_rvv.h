/* Products of int8 operands on cores with vectors: the inner loop of MUL. */
#ifndef NOOK_KERNELS_ELEMENTWISE_RVV_PRODUCT_RUN_RVV_H_
#define NOOK_KERNELS_ELEMENTWISE_RVV_PRODUCT_RUN_RVV_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* The product is rescaled by multiplier * 2^-(31 + right), right in [0, 31]. */
typedef struct nook_product_rvv {
  const int8_t *a, *b; /* any alignment, like y */
  int8_t* y;           /* may equal a or b */
  int32_t run;         /* elements, > 0 */
  int32_t a_zero, b_zero;
  int32_t multiplier, right, y_zero;
  int32_t low, high; /* in int8 */
} nook_product_rvv;

#include "nook/kernels/elementwise/rvv/product_run_rvv_offsets.inc"

/* y = clamp(rescale((a - a_zero) * (b - b_zero)) + y_zero, low, high): at most 28 instructions for as many
 * elements as a vector has lanes, 32 if VLEN is 128. */
void nook_product_run_rvv(const nook_product_rvv* job);

#endif
