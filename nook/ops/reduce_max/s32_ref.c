#include "nook/ops/families/reduction_segments.h"
#include "nook/ops/reduce_max/reduce_max.h"

static int32_t larger(int32_t a, int32_t b) { return b > a ? b : a; }

void nook_reduce_max_s32_ref(const nook_reduction* p, const int32_t* x, int32_t* y, void* scratch) {
  (void)scratch;
  nook_reduce_s32(&p->walk, x, y, INT32_MIN, larger);
}
