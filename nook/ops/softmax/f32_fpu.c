/* float32 SOFTMAX on cores with an FPU, four elements at a time. */
#include "nook/kernels/elementwise/armv7em_fpu/softmax_f32_fpu.h"
#include "nook/ops/reference/exp_f32_ref.h"
#include "nook/ops/softmax/softmax.h"

enum { FOUR = 4 };

static float largest(const float* x, int32_t count) {
  float most = nook_largest_f32_fpu(x, count / FOUR, x[0]);
  for (int32_t i = count / FOUR * FOUR; i < count; ++i) most = x[i] > most ? x[i] : most;
  return most;
}

/* y = e^((x - most) * beta); returns the sum. */
static float powers(const float* x, int32_t count, float most, float beta, float* y) {
  nook_powers_f32 job = {x, y, count, most, beta, 0};
  while (job.left > 0) {
    nook_powers_f32_fpu(&job);
    for (int32_t i = 0; i < FOUR && job.left > 0; ++i, --job.left) {
      const float power = nook_exp_far_f32((*job.x++ - most) * beta);
      *job.y++ = power, job.sum += power;
    }
  }
  return job.sum;
}

static void scale(float* y, int32_t count, float by) {
  nook_scale_f32_fpu(y, count / FOUR, by);
  for (int32_t i = count / FOUR * FOUR; i < count; ++i) y[i] *= by;
}

void nook_softmax_f32_fpu(const nook_softmax_f32* p, const float* x, float* y, void* scratch_memory) {
  const int32_t depth = p->depth; /* copies, because y might alias p */
  const float beta = p->beta;
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += depth, y += depth)
    scale(y, depth, 1 / powers(x, depth, largest(x, depth), beta, y));
}
