#include "nook/ops/arg_min/arg_min.h"
#include "nook/ops/families/index_segments.h"

static int smaller(float a, float b) { return a < b; }

void nook_arg_min_f32_ref(const nook_index* p, const float* x, void* y, void* scratch) {
  (void)scratch;
  nook_index_f32(p, x, y, smaller);
}
