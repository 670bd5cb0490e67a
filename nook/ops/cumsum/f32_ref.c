#include "nook/ops/cumsum/cumsum.h"

typedef nook_cumsum_f32 cumsum_params;
typedef float cumsum_element, cumsum_sum;
#include "nook/ops/cumsum/along.h"

static inline float start(const nook_cumsum_f32* p) {
  (void)p;
  return 0;
}
static inline float term(const nook_cumsum_f32* p, float x) {
  (void)p;
  return x;
}
static inline float give(const nook_cumsum_f32* p, float sum) {
  (void)p;
  return sum;
}

void nook_cumsum_f32_ref(const nook_cumsum_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  const int32_t block = p->walk.size * p->walk.inner;
  for (int32_t o = 0; o < p->walk.outer; ++o, x += block, y += block)
    for (int32_t i = 0; i < p->walk.inner; ++i) sums_along(p, x + i, y + i);
}
