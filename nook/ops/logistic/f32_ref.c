#include <math.h>

#include "nook/ops/logistic/logistic.h"

/* Written so that exp never overflows. */
static float logistic(float x) {
  const float e = expf(x < 0 ? x : -x);
  return x < 0 ? e / (1 + e) : 1 / (1 + e);
}

void nook_logistic_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) y[i] = logistic(x[i]);
}
