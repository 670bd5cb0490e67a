#include "nook/core/fixed_point.h"
#include "nook/ops/fully_connected/fully_connected.h"

void nook_fully_connected_f32_ref(const nook_fully_connected_f32* p, const float* x, const float* w,
                                  const float* bias, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t b = 0; b < p->batch; ++b, x += p->in) {
    const float* row = w;
    for (int32_t o = 0; o < p->out; ++o, row += p->in) {
      float sum = 0;
      for (int32_t i = 0; i < p->in; ++i) sum += x[i] * row[i];
      *y++ = nook_clamp_f32(sum + (bias ? bias[o] : 0), p->act_min, p->act_max);
    }
  }
}
