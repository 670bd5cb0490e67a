#include "nook/ops/reference/exp_f32_ref.h"
#include "nook/ops/softmax/softmax.h"

/* Loops take two elements at a time, whose operations a core with an FPU interleaves. */

static float largest(const float* x, int32_t count) {
  float most = x[0];
  for (int32_t i = 1; i < count; ++i) most = x[i] > most ? x[i] : most;
  return most;
}

/* y = e^((x - most) * beta); returns the sum. */
static float powers(const float* x, int32_t count, float most, float beta, float* y) {
  float sum = 0;
  for (; count >= 2; count -= 2, x += 2, y += 2) {
    float a = (x[0] - most) * beta, b = (x[1] - most) * beta;
    if (nook_exp_is_far(a) || nook_exp_is_far(b)) {
      a = nook_exp_far_f32(a), b = nook_exp_far_f32(b);
    } else {
      a = nook_exp_near_f32(a), b = nook_exp_near_f32(b);
    }
    y[0] = a, y[1] = b;
    sum += a, sum += b;
  }
  if (count > 0) *y = nook_exp_far_f32((*x - most) * beta), sum += *y;
  return sum;
}

static void multiply(float* y, int32_t count, float by) {
  for (; count >= 2; count -= 2, y += 2) {
    const float a = y[0] * by, b = y[1] * by;
    y[0] = a, y[1] = b;
  }
  if (count > 0) *y *= by;
}

void nook_softmax_f32_ref(const nook_softmax_f32* p, const float* x, float* y, void* scratch_memory) {
  const int32_t depth = p->depth; /* copies, because y might alias p */
  const float beta = p->beta;
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += depth, y += depth)
    multiply(y, depth, 1 / powers(x, depth, largest(x, depth), beta, y));
}
