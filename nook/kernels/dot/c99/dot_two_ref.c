#include "nook/kernels/dot/c99/dot_two_ref.h"

#include "nook/core/fixed_point.h"

typedef struct output {
  int32_t bias, multiplier, shift;
} output;

static int8_t finish(const nook_dot_job* job, const output* o, uint32_t sum) {
  return (int8_t)nook_requantize((int32_t)(sum + (uint32_t)o->bias), o->multiplier, o->shift, job->zero,
                                 job->low, job->high);
}

static void one_pixel(const nook_dot_job* job, const int8_t* x, int8_t* y) {
  const output* o = job->weights;
  const int32_t depth = job->depth;
  const int8_t* w = (const int8_t*)(o + job->outputs);
  int32_t left = job->outputs;
  for (; left >= 2; left -= 2, o += 2, y += 2, w += 2 * depth) {
    const int8_t* const other = w + depth;
    uint32_t a = 0, b = 0;
#pragma GCC unroll 4
    for (int32_t i = 0; i < depth; ++i) {
      const int32_t input = x[i];
      a += (uint32_t)(input * w[i]), b += (uint32_t)(input * other[i]);
    }
    y[0] = finish(job, o, a), y[1] = finish(job, o + 1, b);
  }
  if (left > 0) {
    uint32_t a = 0;
    for (int32_t i = 0; i < depth; ++i) a += (uint32_t)(x[i] * w[i]);
    y[0] = finish(job, o, a);
  }
}

void nook_dot_two_ref(const nook_dot_job* job) {
  const int8_t* x = job->x;
  int8_t* y = job->y;
  for (int32_t n = job->pixels; n > 0; --n, x += job->step, y += job->outputs) one_pixel(job, x, y);
}
