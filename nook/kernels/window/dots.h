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

/* All images are one row if the strides are 1. */
static inline __attribute__((always_inline)) void images_of_pixels(const nook_window_s8* p, const int8_t* x,
                                                                   const int8_t* w, const int32_t* bias,
                                                                   int8_t* y, void* scratch,
                                                                   pixel_row_kernel* row) {
  if (p->stride_h == 1 && p->stride_w == 1) {
    nook_dot_job job = job_for(p, x, w, y);
    job.pixels = p->batch * p->out_h * p->out_w;
    dot(&job);
  } else {
    each_row(p, x, w, bias, y, scratch, row);
  }
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

/* The rows of the filter that are inside of the image; none if there is none. */
static inline dense_rows find_rows_inside(const nook_window_s8* p, const nook_rows* x, int32_t y0,
                                          nook_taps ky) {
  dense_rows dense = {0, 0, p->dilation_h * x->stride, ky.end - ky.begin};
  if (p->dilation_w != 1 || ky.begin >= ky.end) return dense;
  dense.first = nook_row(x, y0 + ky.begin * p->dilation_h);
  dense.rest = nook_row(x, y0 + (ky.end - 1) * p->dilation_h);
  find_end_of_ring(&dense, p, x, ky.end - ky.begin);
  return dense;
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

/* Copies `left` windows, as many at a time as there is room for, each from its byte `above` on. */
static inline void put_dense_windows(queue* q, dense_windows* windows, int32_t above, int32_t left) {
  while (left > 0) {
    const int32_t room = (int32_t)(q->last - q->next) / q->job.depth + 1;
    const int32_t count = left < room ? left : room;
    copy_windows(q->next + above, q->job.depth, windows, count);
    windows->from += count * windows->step;
    q->next += count * q->job.depth;
    left -= count;
    if (q->next > q->last) flush(q);
  }
}

/* Copies and multiplies as many windows at a time as fit into `room` bytes, at least one. Rows of the filter
 * outside of the image are the same in all windows, so they are filled once. */
static void row_with_windows(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                             int8_t* y_row, int8_t* windows, int32_t room) {
  const int32_t y0 = oy * p->stride_h - p->pad_top, size = p->filter_w * p->in_c;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  const dense_rows dense = find_rows_inside(p, x, y0, ky);
  const int32_t above = ky.begin * size, inside = ky.end - ky.begin;
  queue q = {job_for(p, windows, w, y_row), windows, windows, 0};
  const int32_t filter = p->filter_h * size;
  q.job.depth = q.job.step = (filter + NOOK_DEPTH_UNIT - 1) / NOOK_DEPTH_UNIT * NOOK_DEPTH_UNIT;
  if (room < q.job.depth) room = q.job.depth;
  q.last = windows + room - q.job.depth;
  if (inside < p->filter_h) memset(windows, (int)p->in_zero, (size_t)room);
  const int32_t rest = q.job.depth - filter;
  if (rest > 0)
    for (int8_t* end = windows + q.job.depth; end <= windows + room; end += q.job.depth)
      memset(end - rest, 0, (size_t)rest);
  const int32_t last = dense.first ? p->in_w - p->filter_w : -1; /* the last column where one can begin */
  int32_t left = p->out_w, x0 = -p->pad_left;
  while (left > 0) {
    if (x0 < 0 || x0 > last) {
      put_window(p, x, y0, x0, q.next);
    } else if (dense.count == inside) {
      int32_t pixels = (last - x0) / p->stride_w + 1;
      if (pixels > left) pixels = left;
      dense_windows from = {dense.first + x0 * p->in_c, p->stride_w * p->in_c, dense.stride, inside, size};
      put_dense_windows(&q, &from, above, pixels);
      left -= pixels, x0 += pixels * p->stride_w;
      continue;
    } else {
      int8_t* const to = q.next + above;
      const int32_t on = x0 * p->in_c;
      copy_rows(to, dense.first + on, dense.stride, dense.count, size);
      copy_rows(to + dense.count * size, dense.rest + on, dense.stride, inside - dense.count, size);
    }
    --left, x0 += p->stride_w;
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

/* One window at a time, for plans that have no room for it. Inlined, so that its stack counts for its caller.
 */
static inline __attribute__((always_inline)) void row_on_deep_stack(const nook_window_s8* p,
                                                                    const nook_rows* x, int32_t oy,
                                                                    const int8_t* w, int8_t* y_row,
                                                                    void* scratch) {
  (void)scratch;
  int8_t window[NOOK_DEEP_WINDOW + NOOK_WINDOW_SLACK];
  row_with_windows(p, x, oy, w, y_row, window, 0);
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
