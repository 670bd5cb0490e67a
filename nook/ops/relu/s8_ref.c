#include "nook/core/fixed_point.h"
#include "nook/ops/relu/relu.h"

void nook_relu_s8_ref(const nook_relu_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) {
    const int32_t q = nook_rescale(x[i] - p->in_zero, p->multiplier, p->shift) + p->out_zero;
    y[i] = (int8_t)nook_clamp(q, p->act_min, p->act_max);
  }
}
