#include <math.h>

#include "nook/ops/log_softmax/log_softmax.h"

void nook_log_softmax_f32_ref(const nook_log_softmax_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) {
    float most = x[0], sum = 0;
    for (int32_t i = 1; i < p->depth; ++i) most = x[i] > most ? x[i] : most;
    for (int32_t i = 0; i < p->depth; ++i) sum += expf(x[i] - most);
    const float log_of_sum = logf(sum);
    for (int32_t i = 0; i < p->depth; ++i) y[i] = x[i] - most - log_of_sum;
  }
}
