/* float32 fully connected layers for Helium, with packed weights. */
#include "nook/kernels/dot/helium/pixels_f32_mve.h"
#include "nook/kernels/dot/helium/vector_1x8_f32_mve.h"
#include "nook/ops/fully_connected/fully_connected.h"

void nook_fully_connected_f32_mve_4x4(const nook_fully_connected_f32* p, const float* x, const float* w,
                                      const float* bias, float* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const nook_pixels_f32 job = {x, w, y, p->batch, p->in, p->in, p->out, p->act_min, p->act_max};
  nook_pixels_f32_mve(&job);
}

void nook_fully_connected_f32_mve_1x8(const nook_fully_connected_f32* p, const float* x, const float* w,
                                      const float* bias, float* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  nook_dot_1x8_f32 job = {x, w, p->out, p->in, {0, 0, 0}, y};
  job.range = nook_float_range_of(p->act_min, p->act_max);
  for (int32_t batch = 0; batch < p->batch; ++batch, job.x += p->in, job.y += p->out)
    nook_vector_1x8_f32_mve(&job);
}
