#include "nook/core/fixed_point.h"
#include "nook/ops/mean/mean.h"
#include "nook/ops/shared/odometer.h"

/* Means are written in the order of what they read first, so that none overwrites what a later one needs. */

static uint32_t sum_s8(const nook_mean_walk* w, const int8_t* x) {
  int32_t index[NOOK_MAX_RANK] = {0};
  uint32_t sum = 0; /* wraps around for more than 2^24 elements */
  for (;;) {
    const int8_t* at = x;
    for (int32_t i = 0; i < w->run; ++i, at += w->step) sum += (uint32_t)*at;
    const int32_t d = nook_next_index(index, w->taken_dim, w->taken_rank);
    if (d < 0) return sum;
    x += w->taken_jump[d];
  }
}

static int8_t give_s8(const nook_mean_s8* p, uint32_t sum) {
  const uint32_t zero = (uint32_t)p->in_zero * (uint32_t)p->walk.count;
  return (int8_t)nook_requantize((int32_t)(sum - zero), p->multiplier, p->shift, p->out_zero, -128, 127);
}

void nook_mean_s8_ref(const nook_mean_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const nook_mean_walk* w = &p->walk;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    *y++ = give_s8(p, sum_s8(w, x));
    const int32_t d = nook_next_index(index, w->kept_dim, w->kept_rank);
    if (d < 0) return;
    x += w->kept_jump[d];
  }
}

void nook_mean_s8_ref_take(const nook_mean_s8* p, const int8_t* x_row, int32_t iy, void* sums_memory) {
  uint32_t* sums = (uint32_t*)sums_memory;
  const int32_t channels = p->walk.step;
  for (int32_t c = 0; c < channels; ++c) {
    uint32_t sum = iy == 0 ? 0 : sums[c];
    const int8_t* at = x_row + c;
    for (int32_t i = 0; i < p->walk.width; ++i, at += channels) sum += (uint32_t)*at;
    sums[c] = sum;
  }
}

void nook_mean_s8_ref_give(const nook_mean_s8* p, const void* sums_memory, int8_t* y) {
  const uint32_t* sums = (const uint32_t*)sums_memory;
  for (int32_t c = 0; c < p->walk.step; ++c) y[c] = give_s8(p, sums[c]);
}
