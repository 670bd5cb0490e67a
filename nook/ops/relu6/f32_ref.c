#include "nook/core/fixed_point.h"
#include "nook/ops/relu6/relu6.h"

void nook_relu6_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) y[i] = nook_clamp_f32(x[i], 0, 6);
}
