#include <math.h>

#include "nook/ops/l2_normalization/l2_normalization.h"

/* The sum is in the order of the elements; the loop is unrolled by four. */
static float sum_of_squares(const float* x, int32_t depth) {
  float sum = 0;
  int32_t left = depth;
  for (; left >= 4; left -= 4, x += 4) {
    const float a = x[0] * x[0], b = x[1] * x[1], c = x[2] * x[2], d = x[3] * x[3];
    sum += a, sum += b, sum += c, sum += d;
  }
  for (; left > 0; --left, ++x) sum += *x * *x;
  return sum;
}

void nook_l2_normalization_f32_ref(const nook_l2_normalization_f32* p, const float* x, float* y,
                                   void* scratch_memory) {
  (void)scratch_memory;
  const int32_t depth = p->depth; /* a copy, because y might alias p */
  for (int32_t r = 0; r < p->rows; ++r, x += depth, y += depth) {
    const float norm = sqrtf(sum_of_squares(x, depth)), divisor = norm < 1e-6f ? 1e-6f : norm;
    for (int32_t i = 0; i < depth; ++i) y[i] = x[i] / divisor;
  }
}
