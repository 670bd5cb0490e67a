/* Sums and differences of int8 operands with their own scales, on cores with vectors: the inner loop of ADD
 * and SUB. */
#ifndef NOOK_KERNELS_ELEMENTWISE_RVV_SUM_RUN_RVV_H_
#define NOOK_KERNELS_ELEMENTWISE_RVV_SUM_RUN_RVV_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* Operands and the sum are rescaled by multiplier * 2^-(31 + right), right in [0, 31]. */
typedef struct nook_sum_rvv {
  const int8_t *a, *b; /* any alignment, like y */
  int8_t* y;           /* may equal a or b */
  int32_t run;         /* elements, > 0 */
  int32_t a_zero, a_multiplier, a_right;
  int32_t b_zero, b_multiplier, b_right;
  int32_t minus; /* not 0: subtracts b */
  int32_t y_multiplier, y_right, y_zero;
  int32_t low, high; /* in int8 */
} nook_sum_rvv;

#include "nook/kernels/elementwise/rvv/sum_run_rvv_offsets.inc"

/* y = clamp(rescale(rescale((a - a_zero) << 20) + or - rescale((b - b_zero) << 20)) + y_zero, low, high): at
 * most 42 instructions for as many elements as a vector has lanes, 32 if VLEN is 128. */
void nook_sum_run_rvv(const nook_sum_rvv* job);

#endif
