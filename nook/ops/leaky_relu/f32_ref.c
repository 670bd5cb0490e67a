#include "nook/ops/leaky_relu/leaky_relu.h"

void nook_leaky_relu_f32_ref(const nook_leaky_relu_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) y[i] = x[i] > 0 ? x[i] : x[i] * p->alpha;
}
