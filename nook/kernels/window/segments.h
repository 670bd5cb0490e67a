/* Convolutions as dot products of windows, row by row inside the image. The including file defines the
 * functions declared here. */
#ifndef NOOK_KERNELS_WINDOW_SEGMENTS_H_
#define NOOK_KERNELS_WINDOW_SEGMENTS_H_

#include "nook/kernels/dot/dot_segments.h"
#include "nook/kernels/window/windows.h"

/* Rows of a filter with fewer than NOOK_SHORTEST_SEGMENT bytes are copied together, like edge windows. */
static void dot(nook_dot_segments* job);

static inline void copy(int8_t* to, const int8_t* from, int32_t size) { memcpy(to, from, (size_t)size); }

static nook_dot_segments job_for(const nook_window_s8* p, const int8_t* x, const int8_t* w, int8_t* y) {
  nook_dot_segments job = {
      x, y, w, p->out_c, p->in_c, 1, 0, p->out_zero, p->out_w, p->stride_w * p->in_c, p->act_min, p->act_max};
  return job;
}

/* One tap and no padding. */
static inline void row_of_pixels(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                 int8_t* y_row, void* scratch) {
  (void)scratch;
  nook_dot_segments job = job_for(p, (const int8_t*)nook_row(x, oy * p->stride_h), w, y_row);
  dot(&job);
}

/* All images are one row if the strides are 1. */
static inline __attribute__((always_inline)) void images_of_pixels(const nook_window_s8* p, const int8_t* x,
                                                                   const int8_t* w, const int32_t* bias,
                                                                   int8_t* y, void* scratch,
                                                                   pixel_row_kernel* row) {
  if (p->stride_h == 1 && p->stride_w == 1) {
    nook_dot_segments job = job_for(p, x, w, y);
    job.pixels = p->batch * p->out_h * p->out_w;
    dot(&job);
  } else {
    each_row(p, x, w, bias, y, scratch, row);
  }
}

/* Any filter. */

/* One pixel, whose window was copied. */
static void multiply_window(const nook_window_s8* p, nook_dot_segments* job, int8_t* window, int8_t* y) {
  job->x = window, job->y = y, job->pixels = 1;
  job->segment = p->filter_h * p->filter_w * p->in_c, job->segments = 1;
  dot(job);
}

/* Computes pixels whose windows are inside the image; the first window begins at x. */
static void inner_pixels(const nook_window_s8* p, nook_dot_segments* job, const int8_t* x, int8_t* y,
                         int32_t pixels, int8_t* window) {
  const int32_t segment = p->filter_w * p->in_c;
  if (segment >= NOOK_SHORTEST_SEGMENT) {
    job->x = x, job->y = y, job->pixels = pixels;
    job->segment = segment, job->segments = p->filter_h;
    dot(job);
    return;
  }
  for (; pixels > 0; --pixels, x += job->step, y += job->outputs) {
    for (int32_t r = 0; r < p->filter_h; ++r) copy(window + r * segment, x + r * job->stride, segment);
    multiply_window(p, job, window, y);
  }
}

/* The scratch has room for one window. */
static void row_of_segments(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                            int8_t* y_row, void* scratch) {
  int8_t* const window = scratch;
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const dense_rows dense = find_dense_rows(p, x, y0);
  const int32_t together =
      dense.first && dense.count == p->filter_h; /* no end of a ring is between the rows */
  nook_dot_segments job = job_for(p, 0, w, 0);
  job.stride = dense.stride;
  int32_t ox = 0, x0 = -p->pad_left;
  while (ox < p->out_w) {
    int32_t pixels = 1;
    int8_t* const y = y_row + ox * p->out_c;
    if (together && x0 >= 0 && x0 + p->filter_w <= p->in_w) {
      pixels = (p->in_w - p->filter_w - x0) / p->stride_w + 1;
      if (pixels > p->out_w - ox) pixels = p->out_w - ox;
      inner_pixels(p, &job, dense.first + x0 * p->in_c, y, pixels, window);
    } else {
      put_window(p, x, y0, x0, window);
      multiply_window(p, &job, window, y);
    }
    ox += pixels, x0 += pixels * p->stride_w;
  }
}

/* Small windows are on the stack, so they need no scratch. */
static inline void row_of_segments_on_stack(const nook_window_s8* p, const nook_rows* x, int32_t oy,
                                            const int8_t* w, int8_t* y_row, void* scratch) {
  (void)scratch;
  int8_t window[NOOK_SMALL_WINDOW];
  row_of_segments(p, x, oy, w, y_row, window);
}

#endif
