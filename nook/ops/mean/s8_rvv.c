#include "nook/kernels/pool/rvv/mean_rvv.h"
#include "nook/kernels/pool/rvv/pool_rvv.h"
#include "nook/ops/mean/mean.h"

static inline nook_mean_rvv job_of(const nook_mean_s8* p) {
  const uint32_t start = 0u - (uint32_t)p->in_zero * (uint32_t)p->walk.count; /* may wrap around */
  const nook_mean_rvv job = {(int32_t)start, p->multiplier, -p->shift,
                             p->out_zero,    p->walk.step,  p->walk.count};
  return job;
}

void nook_mean_s8_rvv(const nook_mean_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const nook_mean_rvv job = job_of(p);
  nook_mean_of_pixels_rvv(&job, x, y);
}

void nook_mean_s8_rvv_accumulate(const nook_mean_s8* p, const int8_t* x_row, int32_t iy, void* sums_memory) {
  nook_sum_pixels_rvv(x_row, p->width, p->walk.step, sums_memory, iy);
}

void nook_mean_s8_rvv_finish(const nook_mean_s8* p, const void* sums_memory, int8_t* y) {
  const nook_mean_rvv job = job_of(p);
  nook_mean_of_sums_rvv(&job, sums_memory, y);
}
