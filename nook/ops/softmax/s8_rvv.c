/* SOFTMAX of int8 on cores with vectors. */
#include "nook/kernels/elementwise/rvv/softmax_rvv.h"
#include "nook/ops/softmax/powers_s8.h"

void nook_softmax_s8_rvv(const nook_softmax_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_softmax_rvv_job job = {x, p->depth, p->multiplier, p->shift, p->least, 0, 0, 0};
  for (int32_t r = p->rows; r > 0; --r, job.x += job.count, y += job.count) {
    job.most = nook_softmax_most_rvv(&job);
    nook_softmax_sum row = nook_softmax_sum_of(job.most, nook_softmax_sum_rvv(&job));
    job.right = nook_softmax_shift(&row, 8), job.inverse = row.inverse;
    nook_softmax_quotients_rvv(&job, y);
  }
}
