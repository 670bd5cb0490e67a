/* float32 SOFTMAX for Helium, four elements at a time. */
#include "nook/kernels/elementwise/helium/softmax_f32_mve.h"
#include "nook/ops/reference/exp_f32_ref.h"
#include "nook/ops/softmax/softmax.h"

enum { FOUR = 4 };

static float largest(const float* x, int32_t count) {
  float most = x[0];
  const int32_t small = nook_largest_f32_mve(x, count / FOUR, &most);
  if (small) most = x[0];
  for (int32_t i = small ? 1 : count / FOUR * FOUR; i < count; ++i) most = x[i] > most ? x[i] : most;
  return most;
}

/* y = e^((x - most) * beta); returns the sum. */
static float powers(const float* x, int32_t count, float most, float beta, float* y) {
  nook_powers_f32 job = {x, y, count, most, beta, 0};
  while (job.left > 0) {
    nook_powers_f32_mve(&job);
    for (int32_t i = 0; i < FOUR && job.left > 0; ++i, --job.left) {
      const float power = nook_exp_far_f32((*job.x++ - most) * beta);
      *job.y++ = power, job.sum += power;
    }
  }
  return job.sum;
}

/* One by one: a compiler must not make vectors of these products, which may be below 2^-126. */
static float* scale_alone(float* y, int32_t count, float by) {
  for (volatile float* at = y; count > 0; --count, ++at, ++y) *at = *at * by;
  return y;
}

static void scale(float* y, int32_t count, float by) {
  const float* const end = y + count;
  int32_t fours = by == by ? count / FOUR : 0; /* a NaN keeps its bits */
  while (fours > 0) {
    const int32_t left = nook_scale_f32_mve(y, fours, by);
    y += (fours - left) * FOUR, fours = left;
    if (left > 0) y = scale_alone(y, FOUR, by), --fours;
  }
  scale_alone(y, (int32_t)(end - y), by);
}

void nook_softmax_f32_mve(const nook_softmax_f32* p, const float* x, float* y, void* scratch_memory) {
  const int32_t depth = p->depth; /* copies, because y might alias p */
  const float beta = p->beta;
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += depth, y += depth)
    scale(y, depth, 1 / powers(x, depth, largest(x, depth), beta, y));
}
