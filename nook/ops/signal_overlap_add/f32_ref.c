#include "nook/ops/signal_overlap_add/signal_overlap_add.h"

void nook_signal_overlap_add_f32_ref(const nook_signal_overlap_add* p, const float* x, float* y, void* state,
                                     void* scratch_memory) {
  (void)scratch_memory;
  float* sums = (float*)state;
  for (int32_t r = 0; r < p->rows; ++r, sums += p->size) {
    for (int32_t f = 0; f < p->frames; ++f, x += p->size, y += p->step) {
      for (int32_t i = 0; i < p->size; ++i) sums[i] = sums[i] + x[i];
      for (int32_t i = 0; i < p->step; ++i) y[i] = sums[i];
      for (int32_t i = 0; i < p->size; ++i) sums[i] = i + p->step < p->size ? sums[i + p->step] : 0;
    }
  }
}
