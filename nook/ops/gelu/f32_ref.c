#include "nook/ops/gelu/curves.h"
#include "nook/ops/gelu/gelu.h"

void nook_gelu_f32_ref(const nook_gelu_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) y[i] = p->approximate ? nook_gelu_approximate(x[i]) : nook_gelu(x[i]);
}
