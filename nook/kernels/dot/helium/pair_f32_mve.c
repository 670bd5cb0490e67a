#include "nook/kernels/dot/helium/pair_f32_mve.h"

#include "nook/kernels/dot/helium/dot_pair_f32_mve.h"
#include "nook/kernels/dot/helium/dot_second_f32_mve.h"

enum { TILE = 8 };

static float sum_of(const float* x, int32_t depth, const float* weight, float sum) {
  for (int32_t i = 0; i < depth; ++i, weight += TILE) sum += x[i] * *weight;
  return sum;
}

/* Computes all outputs again, one by one. */
static __attribute__((noinline)) void one_by_one(const nook_dot_pair_f32* job) {
  const int32_t given = !job->depth;
  const float* begin = job->weights;
  for (int32_t next = 0; next < job->outputs; next += TILE) {
    const int32_t first = next + TILE <= job->outputs ? next : job->outputs - TILE;
    const float *const end = begin + TILE, *const w = end + TILE,
                       *const r = given ? begin : w + TILE * job->depth;
    for (int32_t o = 0; o < TILE; ++o) {
      const float of_x = given ? job->x[first + o] : sum_of(job->x, job->depth, w + o, begin[o]) + end[o];
      job->y[first + o] = of_x + sum_of(job->second, job->second_depth, r + o, 0);
    }
    begin = r + TILE * job->second_depth;
  }
}

void nook_pair_f32_mve(const nook_dot_pair_f32* job) {
  if (nook_dot_pair_f32_mve(job)) one_by_one(job);
}

void nook_second_f32_mve(const nook_dot_pair_f32* job) {
  if (nook_dot_second_f32_mve(job)) one_by_one(job);
}
