#include "nook/core/fixed_point.h"
#include "nook/ops/add_n/add_n.h"

void nook_add_n_s8_ref(const nook_add_n_s8* p, const void* const* in, void* y, void* scratch_memory) {
  (void)scratch_memory;
  int8_t* sums = (int8_t*)y;
  for (int32_t i = 0; i < p->size; ++i) {
    uint32_t sum = (uint32_t)-p->in_zero << 19;
    for (int32_t k = 0; k < p->inputs; ++k) sum += (uint32_t)(((const int8_t*)in[k])[i] - p->in_zero) << 19;
    const int32_t q = nook_rescale_down((int32_t)sum, p->multiplier, p->shift);
    sums[i] = (int8_t)(nook_clamp(q, -128 - p->out_zero, 127 - p->out_zero) + p->out_zero);
  }
}
