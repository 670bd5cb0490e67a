#include "nook/ops/families/reduction_segments.h"
#include "nook/ops/reduce_prod/reduce_prod.h"

static float product(float a, float b) { return a * b; }

void nook_reduce_prod_f32_ref(const nook_reduction* p, const float* x, float* y, void* scratch) {
  (void)scratch;
  nook_reduce_f32(&p->walk, x, y, 1, product);
}
