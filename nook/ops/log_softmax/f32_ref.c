#include "nook/ops/log_softmax/log_softmax.h"
#include "nook/ops/reference/exp_f32_ref.h"
#include "nook/ops/reference/log_f32_ref.h"

void nook_log_softmax_f32_ref(const nook_log_softmax_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) {
    float most = x[0], sum = 0;
    for (int32_t i = 1; i < p->depth; ++i) most = x[i] > most ? x[i] : most;
    for (int32_t i = 0; i < p->depth; ++i) sum += nook_exp_f32(x[i] - most);
    const float log_of_sum = nook_log_f32(sum);
    for (int32_t i = 0; i < p->depth; ++i) y[i] = x[i] - most - log_of_sum;
  }
}
