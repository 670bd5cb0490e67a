/* float32 fully connected layers on cores with an FPU, twelve outputs at a time, with packed weights. */
#include "nook/kernels/dot/armv7em_fpu/dot_1x12_f32_fpu.h"
#include "nook/kernels/dot/armv7em_fpu/dot_1x8_f32_fpu.h"
#include "nook/kernels/dot/eights_and_twelves.h"
#include "nook/ops/fully_connected/fully_connected.h"

void nook_fully_connected_f32_fpu_1x12(const nook_fully_connected_f32* p, const float* x, const float* w,
                                       const float* bias, float* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const int32_t in_eights = nook_outputs_in_eights(p->out);
  nook_dot_1x8_f32 job = {x, w, 0, p->in, {0, 0, 0}, y};
  job.range = nook_float_range_of(p->act_min, p->act_max);
  for (int32_t batch = 0; batch < p->batch; ++batch, job.x += p->in) {
    job.weights = w, job.outputs = in_eights;
    if (in_eights > 0) nook_dot_1x8_f32_fpu(&job);
    job.weights = w + in_eights * (p->in + 1), job.outputs = p->out - in_eights, job.y += in_eights;
    nook_dot_1x12_f32_fpu(&job);
    job.y += job.outputs;
  }
}
