#include <math.h>

#include "nook/ops/layer_norm/layer_norm.h"

static void normalize(const nook_layer_norm_f32* p, const float* x, const float* gamma, const float* beta,
                      float* y) {
  const float one_part = 1 / (float)p->depth;
  float mean = 0, squares = 0;
  for (int32_t i = 0; p->centred && i < p->depth; ++i) mean += x[i];
  mean *= one_part;
  for (int32_t i = 0; i < p->depth; ++i) squares += (x[i] - mean) * (x[i] - mean);
  const float inverse = 1 / sqrtf(squares * one_part + p->epsilon);
  for (int32_t i = 0; i < p->depth; ++i)
    y[i] = (x[i] - mean) * inverse * (gamma ? gamma[i] : 1.0f) + (beta ? beta[i] : 0.0f);
}

void nook_layer_norm_f32_ref(const nook_layer_norm_f32* p, const float* x, const float* gamma,
                             const float* beta, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) normalize(p, x, gamma, beta, y);
}
