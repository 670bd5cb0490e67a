#include "nook/core/fixed_point.h"
#include "nook/ops/cumsum/cumsum.h"

static int8_t give(const nook_cumsum_s8* p, uint32_t sum) {
  const int32_t q = nook_rescale_down((int32_t)sum, p->multiplier, p->shift);
  return (int8_t)(nook_clamp(q, -128 - p->out_zero, 127 - p->out_zero) + p->out_zero);
}

static void sums_along(const nook_cumsum_s8* p, const int8_t* x, int8_t* y) {
  const nook_cumsum_walk* w = &p->walk;
  const int32_t step = w->reverse ? -w->inner : w->inner;
  int32_t at = w->reverse ? (w->size - 1) * w->inner : 0;
  uint32_t sum = (uint32_t)-p->in_zero << 19;
  for (int32_t k = 0; k < w->size; ++k, at += step) {
    const uint32_t more = (uint32_t)(x[at] - p->in_zero) << 19;
    if (!w->exclusive) sum += more;
    y[at] = give(p, sum);
    if (w->exclusive) sum += more;
  }
}

void nook_cumsum_s8_ref(const nook_cumsum_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const int32_t block = p->walk.size * p->walk.inner;
  for (int32_t o = 0; o < p->walk.outer; ++o, x += block, y += block)
    for (int32_t i = 0; i < p->walk.inner; ++i) sums_along(p, x + i, y + i);
}
