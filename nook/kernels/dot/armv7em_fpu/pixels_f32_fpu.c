#include "nook/kernels/dot/armv7em_fpu/pixels_f32_fpu.h"

enum { TILE = 4, FLOAT = (int)sizeof(float) };

void nook_pixels_f32_fpu(const nook_pixels_f32* pixels) {
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
    nook_dot_4x4_f32_fpu(&job);
  }
}
