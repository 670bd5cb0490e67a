#include "nook/ops/arg_max/arg_max.h"

static int32_t index_of(const nook_index* p, const float* x) {
  int32_t index = 0;
  float best = x[0];
  for (int32_t i = 1; i < p->size; ++i) {
    x += p->inner;
    if (*x > best) best = *x, index = i;
  }
  return index;
}

void nook_arg_max_f32_ref(const nook_index* p, const float* x, int32_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t o = 0; o < p->outer; ++o, x += p->size * p->inner)
    for (int32_t i = 0; i < p->inner; ++i) *y++ = index_of(p, x + i);
}
