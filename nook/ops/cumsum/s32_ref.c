#include "nook/ops/cumsum/cumsum.h"

typedef nook_cumsum_s32 cumsum_params;
typedef int32_t cumsum_element;
typedef uint32_t cumsum_sum; /* sums wrap around */
#include "nook/ops/cumsum/along.h"

static inline uint32_t start(const nook_cumsum_s32* p) {
  (void)p;
  return 0;
}
static inline uint32_t term(const nook_cumsum_s32* p, int32_t x) {
  (void)p;
  return (uint32_t)x;
}
static inline int32_t give(const nook_cumsum_s32* p, uint32_t sum) {
  (void)p;
  return (int32_t)sum;
}

void nook_cumsum_s32_ref(const nook_cumsum_s32* p, const int32_t* x, int32_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const int32_t block = p->walk.size * p->walk.inner;
  for (int32_t o = 0; o < p->walk.outer; ++o, x += block, y += block)
    for (int32_t i = 0; i < p->walk.inner; ++i) sums_along(p, x + i, y + i);
}
