#include "nook/core/fixed_point.h"
#include "nook/ops/families/reduction_runs.h"
#include "nook/ops/sum/sum.h"

static int16_t give(const void* params, uint32_t sum) {
  const nook_sum* p = params;
  const uint32_t zero = (uint32_t)p->in_zero * (uint32_t)p->walk.count;
  return (int16_t)nook_requantize((int32_t)(sum - zero), p->multiplier, p->shift, p->out_zero, p->least,
                                  p->most);
}

void nook_sum_s16_ref(const nook_sum* p, const int16_t* x, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_sums_s16(&p->walk, x, y, p, give);
}
