#include "nook/core/fixed_point.h"
#include "nook/ops/families/unary.h"

void nook_slopes_s16_ref(const nook_slopes_s16* p, const int16_t* x, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) {
    const int32_t q = x[i] >= 0 ? nook_rescale(x[i], p->multiplier, p->shift)
                                : nook_rescale(x[i], p->below_multiplier, p->below_shift);
    y[i] = (int16_t)nook_clamp(q, INT16_MIN, INT16_MAX);
  }
}
