#include "nook/ops/relu/relu.h"

void nook_relu_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) y[i] = x[i] < 0 ? 0 : x[i];
}
