#include "nook/ops/add_n/add_n.h"

void nook_add_n_f32_ref(const nook_add_n_f32* p, const void* const* in, void* y, void* scratch_memory) {
  (void)scratch_memory;
  float* sums = (float*)y;
  for (int32_t i = 0; i < p->size; ++i) {
    float sum = 0;
    for (int32_t k = 0; k < p->inputs; ++k) sum += ((const float*)in[k])[i];
    sums[i] = sum;
  }
}
