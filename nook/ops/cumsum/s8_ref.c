#include "nook/core/fixed_point.h"
#include "nook/ops/cumsum/cumsum.h"

typedef nook_cumsum_s8 cumsum_params;
typedef int8_t cumsum_element;
typedef uint32_t cumsum_sum;
#include "nook/ops/cumsum/along.h"

static inline uint32_t difference(const nook_cumsum_s8* p, int32_t x) {
  return (uint32_t)(x - p->in_zero) << 19;
}
static inline uint32_t term(const nook_cumsum_s8* p, int8_t x) { return difference(p, x); }
static inline uint32_t start(const nook_cumsum_s8* p) { return difference(p, 0); }

static int8_t give(const nook_cumsum_s8* p, uint32_t sum) {
  const int32_t q = nook_rescale_down((int32_t)sum, p->multiplier, p->shift);
  return (int8_t)(nook_clamp(q, -128 - p->out_zero, 127 - p->out_zero) + p->out_zero);
}

void nook_cumsum_s8_ref(const nook_cumsum_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const int32_t block = p->walk.size * p->walk.inner;
  for (int32_t o = 0; o < p->walk.outer; ++o, x += block, y += block)
    for (int32_t i = 0; i < p->walk.inner; ++i) sums_along(p, x + i, y + i);
}
