/* Sums and differences of int8 operands with their own scales, on cores with Helium: the inner loop of ADD
 * and SUB. */
#ifndef NOOK_OPS_REFERENCE_SUM_MVE_H_
#define NOOK_OPS_REFERENCE_SUM_MVE_H_

#include <stdint.h>

#include "nook/ops/families/binary.h"
#include "nook/ops/reference/odometer.h"

/* How an operand or the sum is rescaled: multiplier * 2^(shift - 31), shift in [-31, 0]. `minus`: 1 if it is
 * shifted, so that a negative product's ties round down. */
#define NOOK_SUM_MINUS_MVE(shift) ((shift) < 0 ? 1 : 0)

/* Assembly code depends on the offsets of these fields. */
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

/* y = clamp(rescale(rescale((a - a_zero) << 20) + sign * rescale((b - b_zero) << 20)) + y_zero, low, high):
 * 19 instructions for four elements. */
void nook_sum_run_mve(const nook_sum_mve* job);

/* All runs of ADD, `sign` 1, or of SUB, -1. */
static inline void nook_sum_all_mve(const nook_binary_sum_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                                    int32_t sign) {
  nook_sum_mve job = {.run = p->run,
                      .a_offset = -p->a_zero * (1 << 20),
                      .a_minus = NOOK_SUM_MINUS_MVE(p->a_shift),
                      .a_shift = p->a_shift,
                      .b_offset = -p->b_zero * (1 << 20),
                      .b_minus = NOOK_SUM_MINUS_MVE(p->b_shift),
                      .b_shift = p->b_shift,
                      .sign = sign,
                      .y_minus = NOOK_SUM_MINUS_MVE(p->y_shift),
                      .y_shift = p->y_shift,
                      .y_zero = p->y_zero,
                      .a_multiplier = p->a_multiplier,
                      .b_multiplier = p->b_multiplier,
                      .y_multiplier = p->y_multiplier,
                      .low = p->act_min,
                      .high = p->act_max};
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    job.a = a, job.b = b, job.y = y;
    nook_sum_run_mve(&job);
    const int32_t d = nook_next_index(index, p->dim, p->rank);
    if (d < 0) return;
    a += p->a_jump[d], b += p->b_jump[d], y += p->run;
  }
}

#endif
