#include "nook/core/fixed_point.h"
#include "nook/ops/square/square.h"

void nook_square_s16_ref(const nook_square_s16* p, const int16_t* x, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) {
    const int32_t scaled = nook_rescale((int32_t)x[i] * x[i], p->multiplier, p->shift);
    y[i] = (int16_t)nook_clamp(scaled, INT16_MIN, INT16_MAX);
  }
}
