#include "nook/kernels/dot/helium/tile_4x4_f32_mve.h"

#include "nook/core/fixed_point.h"
#include "nook/kernels/dot/helium/dot_4x4_f32_mve.h"
#include "nook/kernels/dot/helium/dot_4x4_row_f32_mve.h"

enum { TILE = 4 };

/* The sum of output `o` of four of pixel `pixel`, whose weights in the first row begin at `w`. */
static float sum_of(const nook_dot_4x4_f32* job, int32_t pixel, const float* w, int32_t o) {
  float sum = 0;
  for (const float* const* row = job->rows; row != job->rows_end; ++row) {
    for (const nook_segment_f32* at = job->segments; at != job->segments_end; ++at) {
      if (at->x[pixel] < 0) continue; /* outside of the image */
      const float* const x = *row + at->x[pixel] / (int32_t)sizeof(float);
      const float* weight = w + at->weights / (int32_t)sizeof(float) + o;
      const int32_t count = at->count < 0 ? -at->count : at->count;
      for (int32_t i = 0; i < count; ++i, weight += TILE) sum += x[i] * *weight;
    }
    w += job->row_bytes / (int32_t)sizeof(float);
  }
  return sum;
}

/* Computes all outputs again, one by one. */
static __attribute__((noinline)) void one_by_one(const nook_dot_4x4_f32* job) {
  const int32_t outputs = job->y_bytes / (int32_t)sizeof(float);
  const float* packed = job->weights;
  for (int32_t next = 0; next < outputs; next += TILE, packed += job->tile_bytes / (int32_t)sizeof(float)) {
    const int32_t first = next + TILE <= outputs ? next : outputs - TILE;
    for (int32_t pixel = 0; pixel < TILE; ++pixel)
      for (int32_t o = 0; o < TILE; ++o) {
        const float sum = sum_of(job, pixel, packed + job->first / (int32_t)sizeof(float), o);
        job->y[pixel][first + o] = nook_clamp_f32(sum + packed[o], job->range.low, job->range.high);
      }
  }
}

void nook_tile_4x4_f32_mve(const nook_dot_4x4_f32* job) {
  if (nook_dot_4x4_f32_mve(job)) one_by_one(job);
}

void nook_tile_4x4_row_f32_mve(const nook_dot_4x4_f32* job) {
  if (nook_dot_4x4_row_f32_mve(job)) one_by_one(job);
}
