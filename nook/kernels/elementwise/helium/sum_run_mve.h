/* Sums and differences of int8 operands with their own scales, on cores with Helium: the inner loop of ADD
 * and SUB. */
#ifndef NOOK_KERNELS_ELEMENTWISE_HELIUM_SUM_RUN_MVE_H_
#define NOOK_KERNELS_ELEMENTWISE_HELIUM_SUM_RUN_MVE_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* How an operand or the sum is rescaled: multiplier * 2^(shift - 31), shift in [-31, 0]. `minus`: 1 if it is
 * shifted, so that a negative product's ties round down. */
#define NOOK_SUM_MINUS_MVE(shift) ((shift) < 0 ? 1 : 0)

typedef struct nook_sum_mve {
  const int8_t *a, *b; /* any alignment, like y */
  int8_t* y;           /* may equal a or b */
  int32_t run;         /* elements, > 0 */
  int32_t a_offset;    /* -zero * 2^20 */
  int32_t a_minus, a_shift;
  int32_t b_offset;
  int32_t b_minus, b_shift;
  int32_t sign; /* sign of b: 1 or -1 */
  int32_t y_minus, y_shift, y_zero;
  int32_t a_multiplier, b_multiplier, y_multiplier;
  int32_t low, high; /* in int8 */
} nook_sum_mve;

#include "nook/kernels/elementwise/helium/sum_run_mve_offsets.inc"

/* y = clamp(rescale(rescale((a - a_zero) << 20) + sign * rescale((b - b_zero) << 20)) + y_zero, low, high):
 * 19 instructions for four elements. */
void nook_sum_run_mve(const nook_sum_mve* job);

#endif
