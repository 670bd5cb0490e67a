/* The windows of float32 pools, pixel by pixel (pool_f32_pixel.h). */
#ifndef NOOK_OPS_FAMILIES_POOL_PIXELS_H_
#define NOOK_OPS_FAMILIES_POOL_PIXELS_H_

#include "nook/kernels/pool/pool_f32_pixel.h"
#include "nook/ops/families/pool_rows.h"

/* The fields that all windows of a row share. */
static inline nook_pool_f32_pixel nook_pool_f32_row_job(const nook_pool_f32* p, const nook_pool_window* w) {
  nook_pool_f32_pixel job;
  job.pixel_bytes = p->in_c * (int32_t)sizeof(float), job.channels = p->in_c;
  job.range = nook_float_range_of(p->act_min, p->act_max);
  job.rows = w->end - w->begin, job.ring_end = w->ring_end, job.ring_bytes = w->ring_bytes;
  return job;
}

/* Moves the window to pixel `ox` of the row. */
static inline void nook_pool_f32_move(const nook_pool_f32* p, int32_t ox, nook_pool_window* w,
                                      nook_pool_f32_pixel* job) {
  nook_pool_at(w, ox * p->stride_w - p->pad_left, p->filter_w, p->in_w, job->pixel_bytes);
  job->width = w->width, job->skip = w->skip;
}

/* Sets the number of pixels whose mean is computed. `count` of the job is 0 before the first one. */
static inline void nook_pool_f32_set_count(nook_pool_f32_pixel* job, int32_t count) {
  const float pixels = (float)count;
  if (pixels == job->count) return;
  job->count = pixels, job->factor = (count & (count - 1)) == 0 ? 1 / pixels : 0;
}

#endif
