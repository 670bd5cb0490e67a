#include "nook/core/fixed_point.h"
#include "nook/ops/hard_swish/hard_swish.h"

void nook_hard_swish_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) y[i] = x[i] * nook_clamp_f32(x[i] + 3, 0, 6) / 6;
}
