#include "nook/ops/arg_max/arg_max.h"
#include "nook/ops/families/index_segments.h"

static int larger(int32_t a, int32_t b) { return a > b; }

void nook_arg_max_s32_ref(const nook_index* p, const int32_t* x, void* y, void* scratch) {
  (void)scratch;
  nook_index_s32(p, x, y, larger);
}
