#include "nook/ops/fake_quant/fake_quant.h"

void nook_fake_quant_f32_ref(const nook_fake_quant_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  const nook_fake_quant_f32 q = *p; /* a copy, because y might alias p */
  for (int32_t i = 0; i < q.size; ++i) {
    const float above = x[i] > q.least ? x[i] : q.least, inside = above < q.most ? above : q.most;
    const float steps = (inside - q.least) * q.inverse;
    const int32_t below = (int32_t)steps; /* at most 2^16 */
    y[i] = (float)(below + (steps - (float)below >= 0.5f)) * q.scale + q.least;
  }
}
