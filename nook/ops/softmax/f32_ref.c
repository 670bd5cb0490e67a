#include <math.h>

#include "nook/ops/softmax/softmax.h"

/* The loop is unrolled by two. */
static void divide(float* y, int32_t count, float by) {
  for (; count >= 2; count -= 2, y += 2) {
    const float a = y[0] / by, b = y[1] / by;
    y[0] = a, y[1] = b;
  }
  if (count > 0) *y /= by;
}

static void softmax_row_f32(const nook_softmax_f32* p, const float* x, float* y) {
  const int32_t depth = p->depth; /* a copy, because y might alias p */
  const float beta = p->beta;
  float most = x[0], sum = 0;
  for (int32_t i = 1; i < depth; ++i) most = x[i] > most ? x[i] : most;
  for (int32_t i = 0; i < depth; ++i) {
    const float e = expf((x[i] - most) * beta);
    y[i] = e, sum += e;
  }
  divide(y, depth, sum);
}

void nook_softmax_f32_ref(const nook_softmax_f32* p, const float* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) softmax_row_f32(p, x, y);
}
