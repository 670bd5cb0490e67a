/* ADD and SUB of int8 operands with their own scales, on cores with Helium. */
#ifndef NOOK_OPS_REFERENCE_SUM_MVE_H_
#define NOOK_OPS_REFERENCE_SUM_MVE_H_

#include "nook/kernels/elementwise/helium/sum_run_mve.h"
#include "nook/ops/families/binary.h"
#include "nook/ops/reference/odometer.h"

/* All segments of ADD, `sign` 1, or of SUB, -1. */
static inline void nook_sum_all_mve(const nook_binary_sum_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                                    int32_t sign) {
  nook_sum_mve job = {.run = p->walk.run,
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
    const int32_t d = nook_next_index(index, p->walk.dim, p->walk.rank);
    if (d < 0) return;
    a += p->walk.a_jump[d], b += p->walk.b_jump[d], y += p->walk.run;
  }
}

#endif
