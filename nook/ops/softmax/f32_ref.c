#include <math.h>

#include "nook/ops/softmax/softmax.h"

static void softmax_row_f32(const nook_softmax_f32* p, const float* x, float* y) {
  float most = x[0], sum = 0;
  for (int32_t i = 1; i < p->depth; ++i) most = x[i] > most ? x[i] : most;
  for (int32_t i = 0; i < p->depth; ++i) {
    y[i] = expf((x[i] - most) * p->beta);
    sum += y[i];
  }
  for (int32_t i = 0; i < p->depth; ++i) y[i] /= sum;
}

void nook_softmax_f32_ref(const nook_softmax_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) softmax_row_f32(p, x, y);
}
