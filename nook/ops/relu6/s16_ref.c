#include "nook/core/fixed_point.h"
#include "nook/ops/relu6/relu6.h"

void nook_relu6_s16_ref(const nook_relu6_s8* p, const int16_t* x, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) y[i] = (int16_t)nook_clamp(x[i], p->act_min, p->act_max);
}
