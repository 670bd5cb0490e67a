#include "nook/core/fixed_point.h"
#include "nook/ops/fully_connected/narrow.h"

void nook_fully_connected_narrow_ref(const nook_fully_connected_narrow* p, const float* x, const void* w,
                                     const float* bias, float* y, void* scratch_memory) {
  (void)scratch_memory;
  const int32_t block = p->block < p->in ? p->block : p->in;
  for (int32_t b = 0; b < p->batch; ++b, x += p->in) {
    int32_t at = 0;
    for (int32_t o = 0; o < p->out; ++o) {
      float sum = 0;
      for (int32_t i = 0; i < p->in; i += block, at += block)
        sum = nook_dot_narrow(sum, x + i, w, p->bits, p->zero, p->scale[at / p->block], at, block);
      *y++ = nook_clamp_f32(sum + (bias ? bias[o] : 0), p->act_min, p->act_max);
    }
  }
}
