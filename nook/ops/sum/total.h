/* SUM for quantized elements of any width. */
#ifndef NOOK_OPS_SUM_TOTAL_H_
#define NOOK_OPS_SUM_TOTAL_H_

#include "nook/core/fixed_point.h"
#include "nook/ops/families/reduction_segments.h"
#include "nook/ops/sum/sum.h"

static inline int32_t nook_total(const nook_sum* p, uint32_t sum) {
  const uint32_t zero = (uint32_t)p->in_zero * (uint32_t)p->walk.count;
  return nook_requantize((int32_t)(sum - zero), p->multiplier, p->shift, p->out_zero, p->least, p->most);
}

#endif
