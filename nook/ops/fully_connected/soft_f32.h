/* float32 fully connected layers on cores without an FPU. The including file has sum_products() and
 * has_fpu() from soft_sums_thumb1.h or another core's. */
#ifndef NOOK_OPS_FULLY_CONNECTED_SOFT_F32_H_
#define NOOK_OPS_FULLY_CONNECTED_SOFT_F32_H_

#include "nook/core/fixed_point.h"
#include "nook/kernels/dot/soft_clamp.h"
#include "nook/ops/fully_connected/fully_connected.h"

static inline void fully_connected_soft(const nook_fully_connected_f32* p, const float* x, const float* w,
                                        const float* bias, float* y) {
  for (int32_t b = 0; b < p->batch; ++b, x += p->in) {
    const float* row = w;
    for (int32_t o = 0; o < p->out; ++o, row += p->in) {
      float sum = sum_products(x, row, p->in, 0);
      sum += bias ? bias[o] : 0;
      *y++ = has_fpu() ? nook_clamp_f32(sum, p->act_min, p->act_max)
                       : nook_soft_clamp(sum, p->act_min, p->act_max);
    }
  }
}

#endif
