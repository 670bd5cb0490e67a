#include "nook/ops/families/reduction_segments.h"
#include "nook/ops/sum/sum.h"

static float sum(float a, float b) { return a + b; }

void nook_sum_f32_ref(const nook_reduction* p, const float* x, float* y, void* scratch) {
  (void)scratch;
  nook_reduce_f32(&p->walk, x, y, 0, sum);
}
