/* SVDF of float32, eight filters at a time. The last eight overlap the filters before them. The including
 * file defines sum_eight(), which multiplies the weights of the filters from `first` on, number `tile` of
 * eight, by the inputs. */
#ifndef NOOK_OPS_SVDF_TILES_F32_H_
#define NOOK_OPS_SVDF_TILES_F32_H_

#include "nook/core/fixed_point.h"
#include "nook/ops/svdf/svdf.h"

enum { SVDF_TILE = 8 };

/* The newest result of each filter replaces the oldest. */
static inline void svdf_remember(const nook_svdf_f32* p, const float* x, const float* w, float* state) {
  const int32_t filters = p->units * p->rank;
  for (int32_t next = 0; next < filters; next += SVDF_TILE) {
    const int32_t first = next + SVDF_TILE <= filters ? next : filters - SVDF_TILE;
    float sums[SVDF_TILE];
    sum_eight(p, x, w, next / SVDF_TILE, first, sums);
    for (int32_t i = 0; i < SVDF_TILE; ++i) state[(first + i) * p->memory] = sums[i];
  }
}

/* Moves the results of a filter, whose newest comes first, into their order, and returns their sum over
 * time. */
static inline float svdf_over_time(float* state, const float* time, int32_t memory) {
  const float newest = state[0];
  float sum = 0;
  for (; memory > 1; --memory, ++state) {
    const float result = state[1];
    state[0] = result, sum += result * *time++;
  }
  state[0] = newest;
  return sum + newest * *time;
}

static inline void svdf_in_tiles(const nook_svdf_f32* p, const float* x, const float* w, const float* time,
                                 const float* bias, float* state, float* y) {
  const int32_t memory = p->memory, kept = p->units * p->rank * memory;
  for (int32_t b = 0; b < p->batch; ++b) svdf_remember(p, x + b * p->in, w, state + b * kept);
  for (int32_t b = 0; b < p->batch; ++b) {
    const float* weights = time;
    for (int32_t u = 0; u < p->units; ++u) {
      float sum = bias ? bias[u] : 0;
      for (int32_t r = 0; r < p->rank; ++r, weights += memory, state += memory)
        sum += svdf_over_time(state, weights, memory);
      *y++ = nook_clamp_f32(sum, p->act_min, p->act_max);
    }
  }
}

#endif
