#include "nook/core/fixed_point.h"
#include "nook/ops/shared/odometer.h"
#include "nook/ops/sum/sum.h"

static int8_t give(const nook_sum* p, uint32_t sum) {
  const uint32_t zero = (uint32_t)p->in_zero * (uint32_t)p->walk.count;
  return (int8_t)nook_requantize((int32_t)(sum - zero), p->multiplier, p->shift, p->out_zero, p->least,
                                 p->most);
}

static uint32_t fold(const nook_reduction_walk* w, const int8_t* x) {
  int32_t index[NOOK_MAX_RANK] = {0};
  uint32_t result = 0;
  for (;;) {
    const int8_t* at = x;
    for (int32_t i = 0; i < w->run; ++i, at += w->step) result += (uint32_t)*at;
    const int32_t d = nook_next_index(index, w->taken_dim, w->taken_rank);
    if (d < 0) return result;
    x += w->taken_jump[d];
  }
}

void nook_sum_s8_ref(const nook_sum* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const nook_reduction_walk* w = &p->walk;
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    *y++ = give(p, fold(w, x));
    const int32_t d = nook_next_index(index, w->kept_dim, w->kept_rank);
    if (d < 0) return;
    x += w->kept_jump[d];
  }
}
