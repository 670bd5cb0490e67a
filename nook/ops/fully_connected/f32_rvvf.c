/* float32 fully connected layers on cores with vectors of floats. */
#include "nook/kernels/dot/rvvf/dot_f32_rvvf.h"
#include "nook/ops/fully_connected/fully_connected.h"

void nook_fully_connected_f32_rvvf(const nook_fully_connected_f32* p, const float* x, const float* w,
                                   const float* bias, float* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  nook_windows_f32 job;
  nook_one_tap_f32(&job, p->in, p->out);
  job.x = (const char*)x, job.y = y, job.weights = w + p->out, job.bias = w, job.pixels = p->batch;
  job.low = p->act_min, job.high = p->act_max;
  nook_dot_f32_rvvf(&job);
}
