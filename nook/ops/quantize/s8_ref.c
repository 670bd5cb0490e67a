#include "nook/core/fixed_point.h"
#include "nook/ops/quantize/quantize.h"

void nook_quantize_s8_ref(const nook_quantize_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) {
    const int32_t q = nook_rescale(x[i] - p->in_zero, p->multiplier, p->shift) + p->out_zero;
    y[i] = (int8_t)nook_clamp(q, -128, 127);
  }
}
