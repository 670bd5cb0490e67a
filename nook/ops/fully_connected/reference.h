/* The reference for int8 activations with int8 or int4 weights. The including file defines the function
 * declared here. */
#ifndef NOOK_OPS_FULLY_CONNECTED_REFERENCE_H_
#define NOOK_OPS_FULLY_CONNECTED_REFERENCE_H_

#include "nook/core/fixed_point.h"
#include "nook/ops/fully_connected/fully_connected.h"

/* The sum of (x[i] - in_zero) * weight at + i over `size` elements. It wraps around on overflow, which only
 * hostile models cause. */
static uint32_t dot_weights(const int8_t* x, const int8_t* w, int32_t at, int32_t size, int32_t in_zero);

static inline void reference_rows(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                  const int32_t* bias, int8_t* y) {
  for (int32_t b = 0; b < p->batch; ++b, x += p->in) {
    for (int32_t o = 0; o < p->out; ++o) {
      const uint32_t sum = dot_weights(x, w, o * p->in, p->in, p->in_zero) + (bias ? (uint32_t)bias[o] : 0);
      const int32_t s = o * p->scale_step;
      *y++ = (int8_t)nook_requantize((int32_t)sum, p->multiplier[s], p->shift[s], p->out_zero, p->act_min,
                                     p->act_max);
    }
  }
}

#endif
