/* float32 operators of two operands on cores with vectors of floats. */
#ifndef NOOK_OPS_FAMILIES_BINARY_RVVF_H_
#define NOOK_OPS_FAMILIES_BINARY_RVVF_H_

#include "nook/kernels/elementwise/rvvf/run_f32_rvvf.h"
#include "nook/ops/families/binary.h"
#include "nook/ops/reference/odometer.h"

/* All runs; `compute` is called directly. */
static inline void nook_binary_runs_rvvf(const nook_binary_f32* p, const float* a, const float* b, float* y,
                                         nook_run_f32_rvvf_kernel* compute) {
  nook_run_f32_rvvf job = {a, b, y, p->walk.run, p->walk.a_step, p->walk.b_step, p->act_min, p->act_max};
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    compute(&job);
    const int32_t d = nook_next_index(index, p->walk.dim, p->walk.rank);
    if (d < 0) return;
    job.a += p->walk.a_jump[d], job.b += p->walk.b_jump[d], job.y += p->walk.run;
  }
}

#endif
