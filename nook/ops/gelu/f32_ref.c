#include "nook/ops/gelu/curves.h"
#include "nook/ops/gelu/gelu.h"
#include "nook/ops/reference/exp_f32_ref.h"

void nook_gelu_f32_ref(const nook_gelu_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i)
    y[i] = p->approximate ? nook_gelu_approximate(x[i], nook_inline_tanh_f32) : nook_gelu(x[i], nook_exp_f32);
}
