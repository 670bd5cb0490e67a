#include "nook/core/fixed_point.h"
#include "nook/ops/families/reduction_segments.h"
#include "nook/ops/mean/accumulate.h"

static int8_t mean(const void* params, uint32_t sum) {
  const nook_mean_s8* p = params;
  const uint32_t zero = (uint32_t)p->in_zero * (uint32_t)p->walk.count;
  return (int8_t)nook_requantize((int32_t)(sum - zero), p->multiplier, p->shift, p->out_zero, -128, 127);
}

void nook_mean_s8_ref(const nook_mean_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_sums_s8(&p->walk, x, y, p, mean);
}

NOOK_MEAN_ACCUMULATE(nook_mean_s8_ref_accumulate, nook_mean_s8, int8_t, uint32_t)

void nook_mean_s8_ref_finish(const nook_mean_s8* p, const void* sums_memory, int8_t* y) {
  const uint32_t* sums = (const uint32_t*)sums_memory;
  for (int32_t c = 0; c < p->walk.step; ++c) y[c] = mean(p, sums[c]);
}
