#include "nook/core/fixed_point.h"
#include "nook/ops/families/reduction_runs.h"
#include "nook/ops/mean/mean.h"

static int8_t mean(const void* params, uint32_t sum) {
  const nook_mean_s8* p = params;
  const uint32_t zero = (uint32_t)p->in_zero * (uint32_t)p->walk.count;
  return (int8_t)nook_requantize((int32_t)(sum - zero), p->multiplier, p->shift, p->out_zero, -128, 127);
}

void nook_mean_s8_ref(const nook_mean_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_sums_s8(&p->walk, x, y, p, mean);
}

void nook_mean_s8_ref_take(const nook_mean_s8* p, const int8_t* x_row, int32_t iy, void* sums_memory) {
  uint32_t* sums = (uint32_t*)sums_memory;
  const int32_t channels = p->walk.step;
  for (int32_t c = 0; c < channels; ++c) {
    uint32_t sum = iy == 0 ? 0 : sums[c];
    const int8_t* at = x_row + c;
    for (int32_t i = 0; i < p->width; ++i, at += channels) sum += (uint32_t)*at;
    sums[c] = sum;
  }
}

void nook_mean_s8_ref_give(const nook_mean_s8* p, const void* sums_memory, int8_t* y) {
  const uint32_t* sums = (const uint32_t*)sums_memory;
  for (int32_t c = 0; c < p->walk.step; ++c) y[c] = mean(p, sums[c]);
}
