#include "nook/ops/moving_average/moving_average.h"

void nook_moving_average_f32_ref(const nook_moving_average_f32* p, const float* x, float* y,
                                 void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->size, y += p->size) {
    for (int32_t i = 0; i < p->size; ++i) {
      float sum = 0;
      for (int32_t k = i < p->window ? 0 : i - p->window + 1; k <= i; ++k) sum += x[k];
      y[i] = sum / (float)p->window;
    }
  }
}
