#include "nook/ops/reference/hybrid_ref.h"

#include "nook/core/fixed_point.h"
#include "nook/ops/fully_connected/fully_connected.h"
#include "nook/ops/reference/shifted.h"

void nook_fully_connected_hybrid_ref(const nook_fully_connected_hybrid* p, const float* x, const int8_t* w,
                                     const float* bias, float* y, void* scratch_memory) {
  int8_t* const bytes = (int8_t*)scratch_memory;
  for (int32_t b = 0; b < p->batch; ++b, x += p->in) {
    const nook_byte_scale made = nook_make_bytes(x, p->in, p->asymmetric, bytes);
    const int8_t* row = w;
    for (int32_t o = 0; o < p->out; ++o, row += p->in) {
      const int32_t sum = (int32_t)nook_dot_shifted(bytes, row, p->in, made.zero, 0);
      const float scale = made.scale * p->scale[o * p->scale_step];
      *y++ = nook_clamp_f32((float)sum * scale + (bias ? bias[o] : 0), p->act_min, p->act_max);
    }
  }
}
