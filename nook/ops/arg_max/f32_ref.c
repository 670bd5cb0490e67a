#include "nook/ops/arg_max/arg_max.h"
#include "nook/ops/families/index_segments.h"

static int larger(float a, float b) { return a > b; }

void nook_arg_max_f32_ref(const nook_index* p, const float* x, void* y, void* scratch) {
  (void)scratch;
  nook_index_f32(p, x, y, larger);
}
