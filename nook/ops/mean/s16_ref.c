#include "nook/core/fixed_point.h"
#include "nook/ops/mean/mean.h"
#include "nook/ops/shared/odometer.h"

/* Wraps around for more than 2^16 elements. */
static uint32_t sum_s16(const nook_mean_walk* w, const int16_t* x) {
  int32_t index[NOOK_MAX_RANK] = {0};
  uint32_t sum = 0;
  for (;;) {
    const int16_t* at = x;
    for (int32_t i = 0; i < w->run; ++i, at += w->step) sum += (uint32_t)*at;
    const int32_t d = nook_next_index(index, w->taken_dim, w->taken_rank);
    if (d < 0) return sum;
    x += w->taken_jump[d];
  }
}

/* Means are written in the order of what they read first. */
void nook_mean_s16_ref(const nook_mean_s8* p, const int16_t* x, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const nook_mean_walk* w = &p->walk;
  const uint32_t zero = (uint32_t)p->in_zero * (uint32_t)w->count;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    *y++ = (int16_t)nook_requantize((int32_t)(sum_s16(w, x) - zero), p->multiplier, p->shift, p->out_zero,
                                    INT16_MIN, INT16_MAX);
    const int32_t d = nook_next_index(index, w->kept_dim, w->kept_rank);
    if (d < 0) return;
    x += w->kept_jump[d];
  }
}
