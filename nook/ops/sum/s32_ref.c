#include "nook/ops/families/reduction_segments.h"
#include "nook/ops/sum/sum.h"

static int32_t sum(int32_t a, int32_t b) { return (int32_t)((uint32_t)a + (uint32_t)b); }

void nook_sum_s32_ref(const nook_reduction* p, const int32_t* x, int32_t* y, void* scratch) {
  (void)scratch;
  nook_reduce_s32(&p->walk, x, y, 0, sum);
}
