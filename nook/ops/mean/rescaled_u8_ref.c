#include "nook/core/fixed_point.h"
#include "nook/ops/families/reduction_segments.h"
#include "nook/ops/mean/mean.h"
#include "nook/ops/reference/round_away.h"

static uint8_t mean(const void* params, uint32_t sum) {
  const nook_mean_rescaled_u8* p = params;
  const float lowest = (float)-p->out_zero, highest = (float)(255 - p->out_zero);
  const float q = (float)(int32_t)sum / (float)p->walk.count * p->scale + p->bias;
  return (uint8_t)(nook_round_away(nook_clamp_f32(q, lowest, highest)) + p->out_zero);
}

void nook_mean_rescaled_u8_ref(const nook_mean_rescaled_u8* p, const uint8_t* x, uint8_t* y,
                               void* scratch_memory) {
  (void)scratch_memory;
  nook_sums_u8(&p->walk, x, y, p, mean);
}
