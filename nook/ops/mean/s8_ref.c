#include "nook/core/fixed_point.h"
#include "nook/ops/mean/mean.h"
#include "nook/ops/shared/odometer.h"

/* Means are written in the order of what they read first, so that none overwrites what a later one needs. */

static int32_t sum_s8(const nook_mean_walk* w, const int8_t* x) {
  int32_t index[NOOK_MAX_RANK] = {0};
  uint32_t sum = 0; /* wraps around for more than 2^24 elements */
  for (;;) {
    const int8_t* at = x;
    for (int32_t i = 0; i < w->run; ++i, at += w->step) sum += (uint32_t)*at;
    const int32_t d = nook_next_index(index, w->taken_dim, w->taken_rank);
    if (d < 0) return (int32_t)sum;
    x += w->taken_jump[d];
  }
}

void nook_mean_s8_ref(const nook_mean_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const nook_mean_walk* w = &p->walk;
  const uint32_t zero = (uint32_t)p->in_zero * (uint32_t)w->count;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    const int32_t sum = (int32_t)((uint32_t)sum_s8(w, x) - zero);
    *y++ = (int8_t)nook_requantize(sum, p->multiplier, p->shift, p->out_zero, -128, 127);
    const int32_t d = nook_next_index(index, w->kept_dim, w->kept_rank);
    if (d < 0) return;
    x += w->kept_jump[d];
  }
}
