#include <math.h>

#include "nook/ops/tanh/tanh.h"

void nook_tanh_f32_ref(const nook_unary_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) y[i] = tanhf(x[i]);
}
