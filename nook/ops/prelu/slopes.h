/* PRELU for quantized elements of any width. */
#ifndef NOOK_OPS_PRELU_SLOPES_H_
#define NOOK_OPS_PRELU_SLOPES_H_

#include "nook/ops/families/binary_segments.h"
#include "nook/ops/prelu/prelu.h"

/* y before clamping, for the elements a and b. */
static inline int32_t nook_prelu_of(const nook_prelu_s8* p, int32_t a, int32_t b) {
  const int32_t x = a - p->a_zero;
  const int32_t q = x >= 0 ? nook_rescale(x, p->multiplier, p->shift)
                           : nook_rescale(x * (b - p->b_zero), p->slope_multiplier, p->slope_shift);
  return q + p->y_zero;
}

#endif
