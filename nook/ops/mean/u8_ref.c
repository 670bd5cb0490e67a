#include "nook/core/fixed_point.h"
#include "nook/ops/families/reduction_segments.h"
#include "nook/ops/mean/mean.h"

static uint8_t mean(const void* params, uint32_t sum) {
  const nook_mean_u8* p = params;
  if (p->multiplier == 0) return (uint8_t)(sum / (uint32_t)p->walk.count);
  return (uint8_t)nook_requantize((int32_t)sum, p->multiplier, p->shift, p->offset, 0, 255);
}

void nook_mean_u8_ref(const nook_mean_u8* p, const uint8_t* x, uint8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_sums_u8(&p->walk, x, y, p, mean);
}
