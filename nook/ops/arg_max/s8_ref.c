#include "nook/ops/arg_max/arg_max.h"
#include "nook/ops/families/index_segments.h"

static int larger(int8_t a, int8_t b) { return a > b; }

void nook_arg_max_s8_ref(const nook_index* p, const int8_t* x, void* y, void* scratch) {
  (void)scratch;
  nook_index_s8(p, x, y, larger);
}
