/* float32 SOFTMAX for Helium, four elements at a time. */
#include "nook/kernels/elementwise/helium/softmax_f32_mve.h"
#include "nook/ops/reference/exp_f32_ref.h"
#include "nook/ops/softmax/softmax.h"

enum { FOUR = 4 };

/* Whether all powers of the row, and their quotients by their sum, are normal floats, and vectors compute
 * them like the reference (nook_powers_near_f32_mve()). Magnitudes are compared as integers, without signs.
 */
static int is_near(const nook_extremes_f32* of, float beta, int32_t depth) {
  const uint32_t eighty = 0x42A00000u << 1, tiny = 0x0DA24260u << 1; /* 1e-30 */
  const uint32_t far = nook_bits_of((of->least - of->most) * beta) << 1;
  return far <= eighty && (nook_bits_of(of->most) << 1) - 1 >= tiny - 1 && depth <= 1024 && beta >= 1e-30f;
}

/* The largest number of a row; if one is a NaN, all results are NaNs. `*near`: whether it is_near(). */
static float largest(const float* x, int32_t count, float beta, int* near) {
  nook_extremes_f32 of = {x[0], x[0]};
  *near = nook_extremes_f32_mve(x, count / FOUR, &of) == 0;
  if (!*near) of.most = x[0];
  for (int32_t i = *near ? count / FOUR * FOUR : 1; i < count; ++i) {
    of.most = x[i] > of.most ? x[i] : of.most;
    of.least = x[i] < of.least ? x[i] : of.least;
  }
  *near = *near && is_near(&of, beta, count);
  return of.most;
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

/* A row that is_near(). */
static void near_row(const float* x, int32_t count, float most, float beta, float* y) {
  const int32_t fours = count / FOUR;
  float sum = nook_powers_near_f32_mve(x, fours, y, most, beta);
  for (int32_t i = fours * FOUR; i < count; ++i) sum += y[i] = nook_exp_far_f32((x[i] - most) * beta);
  const float by = 1 / sum;
  nook_scale_near_f32_mve(y, fours, by);
  if (count > fours * FOUR) scale_alone(y + fours * FOUR, count - fours * FOUR, by);
}

void nook_softmax_f32_mve(const nook_softmax_f32* p, const float* x, float* y, void* scratch_memory) {
  const int32_t depth = p->depth; /* copies, because y might alias p */
  const float beta = p->beta;
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += depth, y += depth) {
    int near;
    const float most = largest(x, depth, beta, &near);
    if (near)
      near_row(x, depth, most, beta, y);
    else
      scale(y, depth, 1 / powers(x, depth, most, beta, y));
  }
}
