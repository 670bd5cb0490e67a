#include "nook/ops/families/reduction_segments.h"
#include "nook/ops/reduce_all/reduce_all.h"

static uint8_t both(uint8_t a, uint8_t b) { return a && b; }

void nook_reduce_all_bool_ref(const nook_reduction* p, const uint8_t* x, uint8_t* y, void* scratch) {
  (void)scratch;
  nook_reduce_bool(&p->walk, x, y, 1, both);
}
