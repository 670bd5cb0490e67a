#include "nook/core/fixed_point.h"
#include "nook/ops/svdf/svdf.h"

static float dot(const float* a, const float* b, int32_t count) {
  float sum = 0;
  for (int32_t i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

/* Drops the oldest result of each filter and appends the newest. */
static void remember(const nook_svdf_f32* p, const float* x, const float* w, float* state) {
  for (int32_t b = 0; b < p->batch; ++b, x += p->in) {
    const float* row = w;
    for (int32_t f = 0; f < p->units * p->rank; ++f, row += p->in, state += p->memory) {
      for (int32_t m = 1; m < p->memory; ++m) state[m - 1] = state[m];
      state[p->memory - 1] = dot(x, row, p->in);
    }
  }
}

void nook_svdf_f32_ref(const nook_svdf_f32* p, const float* x, const float* w, const float* time,
                       const float* bias, float* state, float* y, void* scratch_memory) {
  (void)scratch_memory;
  remember(p, x, w, state);
  for (int32_t b = 0; b < p->batch; ++b) {
    const float* weights = time;
    for (int32_t u = 0; u < p->units; ++u) {
      float sum = bias ? bias[u] : 0;
      for (int32_t r = 0; r < p->rank; ++r, weights += p->memory, state += p->memory)
        sum += dot(state, weights, p->memory);
      *y++ = nook_clamp_f32(sum, p->act_min, p->act_max);
    }
  }
}
