#include <math.h>

#include "nook/ops/l2_normalization/l2_normalization.h"

void nook_l2_normalization_f32_ref(const nook_l2_normalization_f32* p, const float* x, float* y,
                                   void* scratch_memory) {
  (void)scratch_memory;
  const int32_t depth = p->depth; /* its own: y could be over p for all that a compiler knows */
  for (int32_t r = 0; r < p->rows; ++r, x += depth, y += depth) {
    float squares = 0;
    for (int32_t i = 0; i < depth; ++i) squares += x[i] * x[i];
    const float norm = sqrtf(squares), divisor = norm < 1e-6f ? 1e-6f : norm;
    for (int32_t i = 0; i < depth; ++i) y[i] = x[i] / divisor;
  }
}
