/* ADD and SUB of int8 operands with their own scales, on cores with vectors. */
#ifndef NOOK_OPS_REFERENCE_SUM_RVV_H_
#define NOOK_OPS_REFERENCE_SUM_RVV_H_

#include "nook/kernels/elementwise/rvv/sum_run_rvv.h"
#include "nook/ops/families/binary.h"
#include "nook/ops/reference/odometer.h"

/* All segments of ADD, or of SUB if `minus` is not 0. */
static inline void nook_sum_all_rvv(const nook_binary_sum_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                                    int32_t minus) {
  nook_sum_rvv job = {a,           b,         y,
                      p->walk.run, p->a_zero, p->a_multiplier,
                      -p->a_shift, p->b_zero, p->b_multiplier,
                      -p->b_shift, minus,     p->y_multiplier,
                      -p->y_shift, p->y_zero, p->act_min,
                      p->act_max};
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    nook_sum_run_rvv(&job);
    const int32_t d = nook_next_index(index, p->walk.dim, p->walk.rank);
    if (d < 0) return;
    job.a += p->walk.a_jump[d], job.b += p->walk.b_jump[d], job.y += p->walk.run;
  }
}

#endif
