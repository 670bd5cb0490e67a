#include "nook/ops/families/reduction_segments.h"
#include "nook/ops/reduce_max/reduce_max.h"

static int8_t larger(int8_t a, int8_t b) { return b > a ? b : a; }

void nook_reduce_max_s8_ref(const nook_reduction* p, const int8_t* x, int8_t* y, void* scratch) {
  (void)scratch;
  nook_reduce_s8(&p->walk, x, y, INT8_MIN, larger);
}
