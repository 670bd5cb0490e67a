#include "nook/ops/cumsum/cumsum.h"

static void sums_along(const nook_cumsum_f32* p, const float* x, float* y) {
  const nook_cumsum_walk* w = &p->walk;
  const int32_t step = w->reverse ? -w->inner : w->inner;
  int32_t at = w->reverse ? (w->size - 1) * w->inner : 0;
  float sum = 0;
  for (int32_t k = 0; k < w->size; ++k, at += step) {
    const float more = x[at];
    if (!w->exclusive) sum += more;
    y[at] = sum;
    if (w->exclusive) sum += more;
  }
}

void nook_cumsum_f32_ref(const nook_cumsum_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  const int32_t block = p->walk.size * p->walk.inner;
  for (int32_t o = 0; o < p->walk.outer; ++o, x += block, y += block)
    for (int32_t i = 0; i < p->walk.inner; ++i) sums_along(p, x + i, y + i);
}
