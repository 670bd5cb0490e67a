#include <math.h>

#include "nook/ops/shared/lookup.h"
#include "nook/ops/tanh/tanh.h"

void nook_tanh_s8_ref(const nook_tanh_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_lookup_s8(p->size, p->table, x, y);
}

void nook_tanh_f32_ref(const nook_tanh_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) y[i] = tanhf(x[i]);
}
