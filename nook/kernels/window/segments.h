/* Convolutions as dot products of windows, row by row inside the image. The including file defines the
 * functions declared here. */
#ifndef NOOK_KERNELS_WINDOW_SEGMENTS_H_
#define NOOK_KERNELS_WINDOW_SEGMENTS_H_

#include <string.h>

#include "nook/core/machine.h"
#include "nook/core/window_range.h"
#include "nook/kernels/dot/copy_few.h"
#include "nook/kernels/dot/dot_segments.h"
#include "nook/kernels/window/rows.h"

/* Rows of a filter with fewer than NOOK_SHORTEST_SEGMENT bytes are copied together, like edge windows. */
static void dot(nook_dot_segments* job);

/* Up to this many bytes, a loop takes fewer instructions than a call of memcpy; a row of this many pixels is
 * copied as a whole rather than multiplied in several calls. */
enum { NOOK_FEW_OF_A_ROW = 32, NOOK_SHORT_ROW = 4 };

static void copy_run(int8_t* to, const int8_t* from, int32_t size) {
  if (size > NOOK_FEW_OF_A_ROW)
    memcpy(to, from, (size_t)size);
  else
    copy_few(to, from, size);
}

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
    for (int32_t r = 0; r < p->filter_h; ++r)
      memcpy(window + r * segment, x + r * job->stride, (size_t)segment);
    multiply_window(p, job, window, y);
  }
}

/* Whether neighbouring windows may share their columns. */
static inline int32_t may_share(const nook_window_s8* p) {
  return p->dilation_w == 1 && p->stride_w <= p->filter_w && p->filter_w * p->in_c >= NOOK_SHORTEST_SEGMENT;
}

/* Whether all windows of a row fit into `room` bytes. Not inlined, because long rows need the registers. */
static __attribute__((noinline)) int32_t fits_whole(const nook_window_s8* p, int32_t room) {
  const int32_t columns = (p->out_w - 1) * p->stride_w + p->filter_w;
  return may_share(p) && p->filter_h * columns * p->in_c <= room;
}

/* The number of pixels, at most `left`, from x0 on whose windows are not in place. */
static int32_t pixels_at_edge(const nook_window_s8* p, int32_t together, int32_t x0, int32_t left) {
  if (!together || x0 + p->filter_w > p->in_w) return left;
  int32_t pixels = 0;
  for (; x0 < 0 && pixels < left; x0 += p->stride_w) ++pixels;
  return pixels;
}

/* `to` is at a multiple of 4. In words: C libraries may fill single bytes. */
static void fill(int8_t* to, int32_t zero, int32_t bytes) {
  const uint32_t zeros = (uint32_t)(zero & 0xff) * 0x01010101u;
  for (; bytes >= 4; bytes -= 4, to += 4) *(nook_word*)(void*)to = zeros;
  for (; bytes > 0; --bytes) *to++ = (int8_t)zero;
}

/* Copies `columns` columns from x0 on of the rows under the filter, with zero points for the padding. */
static void put_columns(const nook_window_s8* p, const nook_rows* x, int32_t y0, int32_t x0, int32_t columns,
                        int8_t* to) {
  const nook_taps in = nook_taps_inside(x0, p->dilation_w, columns, p->in_w);
  const int32_t size = p->in_c, stride = p->dilation_w * size, bytes = columns * size,
                taps = in.end - in.begin, run = stride == size ? taps * size : size;
  if (taps < columns || y0 < 0 || y0 + (p->filter_h - 1) * p->dilation_h >= p->in_h)
    fill(to, p->in_zero, p->filter_h * bytes);
  if (taps <= 0) return;
  to += in.begin * size;
  for (int32_t i = p->filter_h; i > 0; --i, y0 += p->dilation_h, to += bytes) {
    if (y0 < 0 || y0 >= p->in_h) continue;
    const int8_t* from = (const int8_t*)nook_row(x, y0) + x0 * size + in.begin * stride;
    for (int8_t *at = to, *const end = to + taps * size; at != end; at += run, from += stride)
      copy_run(at, from, run);
  }
}

/* Multiplies the next pixels of `left` whose windows are not in place; returns their number. Neighbouring
 * windows share their columns in the `room` bytes at `window`; 0: room for one. */
static int32_t edge_pixels(const nook_window_s8* p, const nook_rows* x, nook_dot_segments* job, int32_t y0,
                           int32_t x0, int32_t left, int8_t* window, int32_t room) {
  const int32_t segment = p->filter_w * p->in_c, step = p->filter_h * p->stride_w * p->in_c;
  int32_t pixels = 1, columns = p->filter_w;
  if (may_share(p))
    for (room -= p->filter_h * segment + step; pixels < left && room >= 0; room -= step)
      ++pixels, columns += p->stride_w;
  put_columns(p, x, y0, x0, columns, window);
  if (pixels == 1) {
    multiply_window(p, job, window, job->y);
    return 1;
  }
  job->x = window, job->pixels = pixels;
  job->segment = segment, job->segments = p->filter_h, job->stride = columns * p->in_c;
  dot(job);
  return pixels;
}

/* `window` has room for `room` bytes; 0: for one window. */
static void row_in_room(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                        int8_t* y_row, int8_t* window, int32_t room) {
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const dense_rows dense = find_dense_rows(p, x, y0);
  const int32_t together =
      dense.first && dense.count == p->filter_h; /* no end of a ring is between the rows */
  nook_dot_segments job = job_for(p, 0, w, 0);
  int32_t ox = 0, x0 = -p->pad_left;
  while (ox < p->out_w) {
    int32_t pixels;
    int8_t* const y = y_row + ox * p->out_c;
    if (together && x0 >= 0 && x0 + p->filter_w <= p->in_w) {
      pixels = (p->in_w - p->filter_w - x0) / p->stride_w + 1;
      if (pixels > p->out_w - ox) pixels = p->out_w - ox;
      job.stride = dense.stride;
      inner_pixels(p, &job, dense.first + x0 * p->in_c, y, pixels, window);
    } else {
      job.y = y;
      const int32_t left = p->out_w - ox;
      pixels =
          p->out_w <= NOOK_SHORT_ROW && fits_whole(p, room) ? left : pixels_at_edge(p, together, x0, left);
      pixels = edge_pixels(p, x, &job, y0, x0, pixels, window, room);
    }
    ox += pixels, x0 += pixels * p->stride_w;
  }
}

/* The scratch has room for one window. */
static void row_of_segments(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                            int8_t* y_row, void* scratch) {
  row_in_room(p, x, oy, w, y_row, scratch, 0);
}

/* Small windows are on the stack, so they need no scratch. */
static inline void row_of_segments_on_stack(const nook_window_s8* p, const nook_rows* x, int32_t oy,
                                            const int8_t* w, int8_t* y_row, void* scratch) {
  (void)scratch;
  nook_word window[NOOK_SMALL_WINDOW / 4];
  row_in_room(p, x, oy, w, y_row, (int8_t*)window, NOOK_SMALL_WINDOW);
}

#endif
