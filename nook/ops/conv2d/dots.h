/* Convolutions as dot products of a pixel, or of a window of pixels, with all filters: what kernels that
 * differ in how they multiply share. Whoever includes this defines the functions that are declared here. */
#ifndef NOOK_OPS_CONV2D_DOTS_H_
#define NOOK_OPS_CONV2D_DOTS_H_

#include <string.h>

#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/shared/dot_job.h"
#include "nook/ops/shared/window_range.h"

/* The depth of a window is rounded up to a multiple of NOOK_DEPTH_UNIT, with zeros. */
static void dot(const nook_dot_job* job);
static inline void copy(int8_t* to, const int8_t* from, int32_t size);
/* `rows` times `size` bytes, that are `apart` bytes apart where they are. */
static inline void copy_rows(int8_t* to, const int8_t* from, int32_t apart, int32_t rows, int32_t size);

static nook_dot_job job_for(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, int8_t* y) {
  nook_dot_job job = {x,        y,       p->out_zero,           p->out_w,   w,
                      p->out_c, p->in_c, p->stride_w * p->in_c, p->act_min, p->act_max};
  return job;
}

static inline void each_row(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, int8_t* y,
                            void* scratch,
                            void (*row)(const nook_conv2d_s8*, const nook_rows*, int32_t, const int8_t*,
                                        const int32_t*, int8_t*, void*)) {
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c) row(p, &rows, oy, w, 0, y, scratch);
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}

/* One tap and no padding: the weights meet the image where it is. */

static inline void row_of_pixels(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                 int8_t* y_row) {
  const nook_dot_job job = job_for(p, (const int8_t*)nook_row(x, oy * p->stride_h), w, y_row);
  dot(&job);
}

/* All images are one row. */
static inline void images_of_pixels(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, int8_t* y) {
  nook_dot_job job = job_for(p, x, w, y);
  job.pixels = p->batch * p->out_h * p->out_w;
  dot(&job);
}

/* Windows: what the filter covers is copied to one place, with zero points for the padding. */

static inline int8_t* put(int8_t* to, const int8_t* from, int32_t size) {
  copy(to, from, size);
  return to + size;
}

static int8_t* put_zeros(int8_t* to, int32_t zero, int32_t size) {
  memset(to, zero, (size_t)size);
  return to + size;
}

/* A row of the filter, of which the taps `in` are inside the image, from tap 0 (which may be outside) on. */
static int8_t* put_row(const nook_conv2d_s8* p, int8_t* to, const int8_t* row, int32_t x0, nook_taps in) {
  const int32_t size = p->in_c, apart = p->dilation_w * size;
  if (in.begin > 0) to = put_zeros(to, p->in_zero, in.begin * size);
  const int8_t* from = row + x0 * size + in.begin * apart;
  for (int32_t j = in.begin; j < in.end; ++j, from += apart) to = put(to, from, size);
  if (in.end < p->filter_w) to = put_zeros(to, p->in_zero, (p->filter_w - in.end) * size);
  return to;
}

static void put_window(const nook_conv2d_s8* p, const nook_rows* x, int32_t y0, int32_t x0, int8_t* to) {
  nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
  if (kx.end <= kx.begin) kx.begin = kx.end = p->filter_w;
  for (int32_t i = 0, at = y0; i < p->filter_h; ++i, at += p->dilation_h) {
    if (at >= 0 && at < p->in_h)
      to = put_row(p, to, (const int8_t*)nook_row(x, at), x0, kx);
    else
      to = put_zeros(to, p->in_zero, p->filter_w * p->in_c);
  }
}

/* Rows of the image all of whose taps lie together: the first of them, and behind the end of a ring the rest,
 * which lie apart by the same distance each. */
typedef struct dense_rows {
  const int8_t *first, *rest; /* column 0; first is null: they don't */
  int32_t apart, count;       /* bytes; how many are before the end of the ring */
} dense_rows;

static dense_rows find_dense_rows(const nook_conv2d_s8* p, const nook_rows* x, int32_t y0) {
  dense_rows dense = {0, 0, p->dilation_h * x->stride, p->filter_h};
  const int32_t last = y0 + (p->filter_h - 1) * p->dilation_h;
  if (p->dilation_w != 1 || y0 < 0 || last >= p->in_h) return dense;
  dense.first = nook_row(x, y0);
  dense.rest = nook_row(x, last);
  if (dense.rest == dense.first + (p->filter_h - 1) * dense.apart) return dense;
  const int32_t before = x->count - (int32_t)((dense.first - (const int8_t*)x->base) / x->stride);
  dense.count = (before + p->dilation_h - 1) / p->dilation_h;
  dense.rest -= (p->filter_h - 1 - dense.count) * dense.apart;
  return dense;
}

/* Windows that are waiting to be multiplied. */
typedef struct queue {
  nook_dot_job job; /* of the first of them */
  int8_t *first, *next, *last;
} queue;

static void flush(queue* q) {
  q->job.pixels = (int32_t)(q->next - q->first) / q->job.depth;
  dot(&q->job);
  q->job.y += q->job.pixels * q->job.outputs;
  q->next = q->first;
}

static inline void end_window(queue* q) {
  q->next += q->job.depth;
  if (q->next > q->last) flush(q);
}

/* Windows are made and multiplied as many at a time as `room` bytes hold. */
static void row_with_windows(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                             int8_t* y_row, int8_t* windows, int32_t room) {
  const int32_t y0 = oy * p->stride_h - p->pad_top, size = p->filter_w * p->in_c;
  const dense_rows dense = find_dense_rows(p, x, y0);
  queue q = {job_for(p, windows, w, y_row), windows, windows, 0};
  q.job.depth = q.job.step = (p->filter_h * size + NOOK_DEPTH_UNIT - 1) / NOOK_DEPTH_UNIT * NOOK_DEPTH_UNIT;
  q.last = windows + room - q.job.depth;
  if (q.job.depth > p->filter_h * size)
    for (int8_t* end = windows + q.job.depth; end == windows + q.job.depth || end <= windows + room;
         end += q.job.depth)
      memset(end - NOOK_DEPTH_UNIT, 0, NOOK_DEPTH_UNIT);
  int32_t left = p->out_w, x0 = -p->pad_left;
  for (; left > 0 && (!dense.first || x0 < 0); --left, x0 += p->stride_w) {
    put_window(p, x, y0, x0, q.next);
    end_window(&q);
  }
  for (; left > 0 && x0 + p->filter_w <= p->in_w; --left, x0 += p->stride_w) {
    copy_rows(q.next, dense.first + x0 * p->in_c, dense.apart, dense.count, size);
    if (dense.count < p->filter_h)
      copy_rows(q.next + dense.count * size, dense.rest + x0 * p->in_c, dense.apart,
                p->filter_h - dense.count, size);
    end_window(&q);
  }
  for (; left > 0; --left, x0 += p->stride_w) {
    put_window(p, x, y0, x0, q.next);
    end_window(&q);
  }
  if (q.next > q.first) flush(&q);
}

#endif
