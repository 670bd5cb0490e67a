#include "nook/kernels/dot/helium/vector_1x8_f32_mve.h"

#include "nook/core/fixed_point.h"
#include "nook/kernels/dot/helium/dot_1x8_f32_mve.h"

enum { TILE = 8 };

/* Computes all outputs again, one by one. */
static __attribute__((noinline)) void one_by_one(const nook_dot_1x8_f32* job) {
  const float* packed = job->weights;
  for (int32_t next = 0; next < job->outputs; next += TILE, packed += TILE * (job->depth + 1)) {
    const int32_t first = next + TILE <= job->outputs ? next : job->outputs - TILE;
    for (int32_t o = 0; o < TILE; ++o) {
      const float* weight = packed + TILE + o;
      float sum = 0;
      for (int32_t i = 0; i < job->depth; ++i, weight += TILE) sum += job->x[i] * *weight;
      job->y[first + o] = nook_clamp_f32(sum + packed[o], job->range.low, job->range.high);
    }
  }
}

void nook_vector_1x8_f32_mve(const nook_dot_1x8_f32* job) {
  if (nook_dot_1x8_f32_mve(job)) one_by_one(job);
}
