#include "nook/ops/arg_min/arg_min.h"
#include "nook/ops/families/index_segments.h"

static int smaller(int32_t a, int32_t b) { return a < b; }

void nook_arg_min_s32_ref(const nook_index* p, const int32_t* x, void* y, void* scratch) {
  (void)scratch;
  nook_index_s32(p, x, y, smaller);
}
