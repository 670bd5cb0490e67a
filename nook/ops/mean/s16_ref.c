#include "nook/core/fixed_point.h"
#include "nook/ops/families/reduction_segments.h"
#include "nook/ops/mean/mean.h"

static int16_t mean(const void* params, uint32_t sum) {
  const nook_mean_s8* p = params;
  const uint32_t zero = (uint32_t)p->in_zero * (uint32_t)p->walk.count;
  return (int16_t)nook_requantize((int32_t)(sum - zero), p->multiplier, p->shift, p->out_zero, INT16_MIN,
                                  INT16_MAX);
}

void nook_mean_s16_ref(const nook_mean_s8* p, const int16_t* x, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_sums_s16(&p->walk, x, y, p, mean);
}
