/* float32 fully connected layers on cores with an FPU, with weights as they are in the model: eight outputs
 * at a time (dot_8_rows_f32_fpu.h). The last eight overlap those before them. */
#include "nook/core/fixed_point.h"
#include "nook/kernels/dot/armv7em_fpu/dot_8_rows_f32_fpu.h"
#include "nook/ops/fully_connected/fully_connected.h"

enum { TILE = 8 };

void nook_fully_connected_f32_fpu_1x8(const nook_fully_connected_f32* p, const float* x, const float* w,
                                      const float* bias, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t batch = 0; batch < p->batch; ++batch, x += p->in, y += p->out) {
    for (int32_t next = 0; next < p->out; next += TILE) {
      const int32_t o = next + TILE <= p->out ? next : p->out - TILE;
      nook_dot_8_rows_f32_fpu(x, w + o * p->in, p->in, y + o);
    }
    for (int32_t o = 0; o < p->out; ++o)
      y[o] = nook_clamp_f32(y[o] + (bias ? bias[o] : 0), p->act_min, p->act_max);
  }
}
