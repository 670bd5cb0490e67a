/* Convolutions as dot products of a pixel, or of a window of pixels, with all filters, shared by kernels that
 * differ in how they multiply. The including file defines the functions declared here. */
#ifndef NOOK_KERNELS_WINDOW_DOTS_H_
#define NOOK_KERNELS_WINDOW_DOTS_H_

#include "nook/kernels/dot/copy_few.h"
#include "nook/kernels/dot/dot_job.h"
#include "nook/kernels/window/windows.h"

/* The depth of a window is rounded up to a multiple of NOOK_DEPTH_UNIT, with zeros. dot() may read
 * NOOK_WINDOW_SLACK bytes past the last window. */
static void dot(const nook_dot_job* job);
/* Copies `rows` rows of `size` bytes, whose stride in the image is `stride` bytes. */
static void copy_rows(int8_t* to, const int8_t* from, int32_t stride, int32_t rows, int32_t size);
/* Windows of such rows: the first one begins at `from`, each other one `step` bytes after the previous one.
 */
typedef struct dense_windows {
  const int8_t* from;
  int32_t step, stride, rows, size;
} dense_windows;
/* Copies `count` windows, > 0, with a stride of `depth` bytes. */
static void copy_windows(int8_t* to, int32_t depth, const dense_windows* windows, int32_t count);

static nook_dot_job job_for(const nook_window_s8* p, const int8_t* x, const int8_t* w, int8_t* y) {
  nook_dot_job job = {x,        y,       p->out_zero,           p->out_w,   w,
                      p->out_c, p->in_c, p->stride_w * p->in_c, p->act_min, p->act_max};
  return job;
}

/* One tap and no padding: the image is multiplied in place. */
static inline void row_of_pixels(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                 int8_t* y_row, void* scratch) {
  (void)scratch;
  const nook_dot_job job = job_for(p, (const int8_t*)nook_row(x, oy * p->stride_h), w, y_row);
  dot(&job);
}

/* All images are one row. */
static inline void images_of_pixels(const nook_window_s8* p, const int8_t* x, const int8_t* w, int8_t* y,
                                    void* scratch) {
  (void)scratch;
  nook_dot_job job = job_for(p, x, w, y);
  job.pixels = p->batch * p->out_h * p->out_w;
  dot(&job);
}

/* For kernels without a better copy_rows() or copy_windows(). */
static inline void copy_row_by_row(int8_t* to, const int8_t* from, int32_t stride, int32_t rows,
                                   int32_t size) {
  for (; rows > 0; --rows, from += stride, to += size) copy(to, from, size);
}
static inline void copy_each_window(int8_t* to, int32_t depth, const dense_windows* windows, int32_t count) {
  const int8_t* from = windows->from;
  for (; count > 0; --count, to += depth, from += windows->step)
    copy_rows(to, from, windows->stride, windows->rows, windows->size);
}

/* Windows that are copied but not yet multiplied. */
typedef struct queue {
  nook_dot_job job; /* job of the first of them */
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

/* Copies `left` windows, as many at a time as there is room for. */
static inline void put_dense_windows(queue* q, dense_windows* windows, int32_t left) {
  while (left > 0) {
    const int32_t room = (int32_t)(q->last - q->next) / q->job.depth + 1;
    const int32_t count = left < room ? left : room < 1 ? 1 : room;
    copy_windows(q->next, q->job.depth, windows, count);
    windows->from += count * windows->step;
    q->next += count * q->job.depth;
    left -= count;
    if (q->next > q->last) flush(q);
  }
}

/* Copies and multiplies as many windows at a time as fit into `room` bytes. */
static void row_with_windows(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
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
  if (left > 0 && dense.count == p->filter_h && x0 + p->filter_w <= p->in_w) {
    int32_t inside = (p->in_w - p->filter_w - x0) / p->stride_w + 1;
    if (inside > left) inside = left;
    dense_windows from = {dense.first + x0 * p->in_c, p->stride_w * p->in_c, dense.stride, p->filter_h, size};
    put_dense_windows(&q, &from, inside);
    left -= inside, x0 += inside * p->stride_w;
  }
  for (; left > 0 && x0 + p->filter_w <= p->in_w; --left, x0 += p->stride_w) {
    copy_rows(q.next, dense.first + x0 * p->in_c, dense.stride, dense.count, size);
    copy_rows(q.next + dense.count * size, dense.rest + x0 * p->in_c, dense.stride, p->filter_h - dense.count,
              size);
    end_window(&q);
  }
  for (; left > 0; --left, x0 += p->stride_w) {
    put_window(p, x, y0, x0, q.next);
    end_window(&q);
  }
  if (q.next > q.first) flush(&q);
}

/* Filters of any size, with one window in the scratch. */
static inline void row_in_scratch(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                  int8_t* y_row, void* scratch) {
  row_with_windows(p, x, oy, w, y_row, scratch, 0);
}

/* Small windows are on the stack, so they need no scratch. */
static inline void row_on_stack(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                int8_t* y_row, void* scratch) {
  (void)scratch;
  int8_t windows[NOOK_SMALL_WINDOW + NOOK_WINDOW_SLACK];
  row_with_windows(p, x, oy, w, y_row, windows, NOOK_SMALL_WINDOW);
}

/* All windows except the largest are on the stack, many at a time, for machines that have room. */
static inline void row_on_large_stack(const nook_window_s8* p, const nook_rows* x, int32_t oy,
                                      const int8_t* w, int8_t* y_row, void* scratch) {
  (void)scratch;
  int8_t windows[NOOK_WINDOWS_AVX2];
  const int32_t size =
      (p->filter_h * p->filter_w * p->in_c + NOOK_DEPTH_UNIT - 1) / NOOK_DEPTH_UNIT * NOOK_DEPTH_UNIT;
  const int32_t fit = NOOK_WINDOWS_AVX2 / size;
  row_with_windows(p, x, oy, w, y_row, windows, (fit < p->out_w ? fit : p->out_w) * size);
}

/* Grouped convolutions: a window has the channels of one group. */

/* Copies the taps `ky` and `kx` of a window whose other taps are already zero points. */
static inline void gather_group(const nook_window_s8* p, const nook_rows* x, int32_t y0, nook_taps ky,
                                nook_taps kx, int32_t first, int8_t* window) {
  const int32_t size = p->filter_c, stride = p->dilation_w * p->in_c;
  for (int32_t i = ky.begin; i < ky.end; ++i) {
    const int8_t* from = (const int8_t*)nook_row(x, y0 + i * p->dilation_h) + first + kx.begin * stride;
    int8_t* to = window + (i * p->filter_w + kx.begin) * size;
    for (int32_t j = kx.begin; j < kx.end; ++j, from += stride, to += size) copy_few(to, from, size);
  }
}

/* The weights have the layout of InGroups in conv2d_op.cc; a window has the bytes of a filter. */
static inline void row_of_groups(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                 int8_t* y_row, int8_t* window) {
  int32_t packed;
  memcpy(&packed, w, 4);
  w += 4;
  const int32_t groups = p->in_c / p->filter_c, outputs = p->out_c / groups;
  const int32_t depth = p->filter_h * p->filter_w * p->filter_c;
  nook_dot_job job = {window, y_row, p->out_zero, 1, w, outputs, depth, 0, p->act_min, p->act_max};
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  int32_t x0 = -p->pad_left, filled = 0; /* a window without padding leaves no zero points to refill */
  for (int32_t ox = 0; ox < p->out_w; ++ox, x0 += p->stride_w) {
    const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
    const int32_t inside = ky.end - ky.begin == p->filter_h && kx.end - kx.begin == p->filter_w;
    if (!inside || !filled) memset(window, (int)p->in_zero, (size_t)depth);
    filled = 1;
    job.weights = w;
    for (int32_t g = 0; g < groups;
         ++g, job.y += outputs, job.weights = (const int8_t*)job.weights + packed) {
      gather_group(p, x, y0, ky, kx, x0 * p->in_c + g * p->filter_c, window);
      dot(&job);
    }
  }
}

/* All windows are small, and on the stack. */
static inline void row_of_groups_on_stack(const nook_window_s8* p, const nook_rows* x, int32_t oy,
                                          const int8_t* w, int8_t* y_row, void* scratch) {
  (void)scratch;
  int8_t window[NOOK_SMALL_WINDOW + NOOK_WINDOW_SLACK];
  row_of_groups(p, x, oy, w, y_row, window);
}

#endif
