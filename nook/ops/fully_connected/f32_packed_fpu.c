/* float32 fully connected layers on cores with an FPU, with packed weights. */
#include "nook/kernels/dot/armv7em_fpu/dot_1x8_f32_fpu.h"
#include "nook/kernels/dot/armv7em_fpu/pixels_f32_fpu.h"
#include "nook/ops/fully_connected/fully_connected.h"

void nook_fully_connected_f32_fpu_4x4(const nook_fully_connected_f32* p, const float* x, const float* w,
                                      const float* bias, float* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const nook_pixels_f32 job = {x, w, y, p->batch, p->in, p->in, p->out, p->act_min, p->act_max};
  nook_pixels_f32_fpu(&job);
}

void nook_fully_connected_f32_fpu_1x8_packed(const nook_fully_connected_f32* p, const float* x,
                                             const float* w, const float* bias, float* y,
                                             void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  nook_dot_1x8_f32 job = {x, w, p->out, p->in, {0, 0, 0}, y};
  job.range = nook_float_range_of(p->act_min, p->act_max);
  for (int32_t batch = 0; batch < p->batch; ++batch, job.x += p->in, job.y += p->out)
    nook_dot_1x8_f32_fpu(&job);
}
