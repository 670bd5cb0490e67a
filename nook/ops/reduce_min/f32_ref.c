#include "nook/ops/families/reduction_segments.h"
#include "nook/ops/reduce_min/reduce_min.h"

static float smaller(float a, float b) { return b < a ? b : a; }

void nook_reduce_min_f32_ref(const nook_reduction_extremum* p, const float* x, float* y, void* scratch) {
  (void)scratch;
  nook_reduce_f32(&p->walk, x, y, p->first, smaller);
}
