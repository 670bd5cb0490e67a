/* Products of float32 vectors with one matrix, four vectors at a time: convolutions with one tap, and fully
 * connected layers of several rows. */
#ifndef NOOK_KERNELS_DOT_PIXELS_F32_H_
#define NOOK_KERNELS_DOT_PIXELS_F32_H_

#include "nook/kernels/dot/dot_4x4_f32.h"

typedef struct nook_pixels_f32 {
  const float* x;       /* vectors of `depth` floats */
  const float* weights; /* packed for dot_4x4_f32.h */
  float* y;             /* vectors of `outputs` floats, contiguous; at most one vector ahead of x's */
  int32_t pixels;       /* > 0: vectors */
  int32_t step;         /* floats from one vector of x to the next */
  int32_t depth, outputs;
  float low, high;
} nook_pixels_f32;

static inline void nook_pixels_in_tiles_f32(const nook_pixels_f32* pixels, nook_dot_4x4_f32_kernel* tile) {
  enum { TILE = 4, FLOAT = (int)sizeof(float) };
  const float* row;
  nook_segment_f32 inputs = {{0, 0, 0, 0}, pixels->depth, 0};
  nook_dot_4x4_f32 job;
  job.rows = &row, job.rows_end = &row + 1, job.segments = &inputs, job.segments_end = &inputs + 1;
  job.weights = pixels->weights, job.y_bytes = pixels->outputs * FLOAT;
  job.range = nook_float_range_of(pixels->low, pixels->high);
  nook_dot_4x4_f32_set_weights(&job, 1, pixels->depth);
  const int32_t last = pixels->pixels - 1;
  for (int32_t first = 0; first <= last; first += TILE) {
    row = pixels->x + first * pixels->step;
    for (int32_t i = 0; i < TILE; ++i) {
      const int32_t more = first + i < last ? i : last - first; /* the last pixel fills the last tile */
      inputs.x[i] = more * pixels->step * FLOAT;
      job.y[i] = pixels->y + (first + more) * pixels->outputs;
    }
    tile(&job);
  }
}

#endif
