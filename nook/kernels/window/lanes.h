/* Convolutions of two pixels at once, in the halves of words (kernels/dot/lanes.h). The including file
 * defines dot_lanes() and, before that, NOOK_LANES_BEFORE: words that dot_lanes() writes before a part,
 * NOOK_LANES_PUT: nook_put_lanes() or the core's own, and NOOK_LANES_LOCAL(name): the names of two functions,
 * which differ between files of one program, as tools/stack.py takes functions of one name for one. A part of
 * a window is on the stack. Scratch: kept sums, if a window has several parts. */
#ifndef NOOK_KERNELS_WINDOW_LANES_H_
#define NOOK_KERNELS_WINDOW_LANES_H_

#include <string.h>

#include "nook/kernels/dot/lanes.h"
#include "nook/kernels/window/rows.h"

/* Returns the end of a part of the packed weights. */
static const void* dot_lanes(const nook_lanes_job* job);

static nook_lanes_job lanes_job(const nook_window_s8* p, uint32_t* part, int8_t* y) {
  nook_lanes_job job = {
      part + NOOK_LANES_BEFORE, 0, 0, p->out_c, y, y, p->out_zero, 0, 0, p->act_min, p->act_max};
  return job;
}

/* Advances to the next output, or the next two. */
static int32_t begin(nook_lanes_job* job, int32_t left, const int8_t* w) {
  job->weights = w, job->from = 0;
  job->y1 = job->y0 + (left > 1 ? job->outputs : 0);
  return left > 1 ? 2 : 1;
}

/* Multiplies a part whose words end at `end`. `sums` is null for the last part. */
static void multiply(nook_lanes_job* job, uint32_t* end, uint32_t* sums) {
  while ((end - job->x) % NOOK_LANES_TOGETHER) *end++ = 0;
  job->x_bytes = (int32_t)(end - job->x) * 4, job->to = sums;
  job->weights = dot_lanes(job);
  job->from = sums;
}

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

/* One tap and no padding: `pixels` pixels with a stride of `step` bytes. */
static void NOOK_LANES_LOCAL(pixels_alone)(const nook_window_s8* p, const int8_t* x, int32_t step,
                                           int32_t pixels, const int8_t* w, int8_t* y, uint32_t* sums) {
  uint32_t part[NOOK_LANES_BEFORE + NOOK_LANES_PART];
  nook_lanes_job job = lanes_job(p, part, y);
  for (int32_t some; pixels > 0; pixels -= some, x += some * step, job.y0 += some * job.outputs) {
    some = begin(&job, pixels, w);
    const int8_t *x0 = x, *x1 = some > 1 ? x + step : x;
    for (int32_t left = p->in_c, count; left > 0; left -= count, x0 += count, x1 += count) {
      count = least(left, NOOK_LANES_PART);
      multiply(&job, NOOK_LANES_PUT(job.x, x0, x1, count), count < left ? sums : 0);
    }
  }
}

/* The positions of the first taps of two pixels. */
typedef struct two_windows {
  int32_t y0, x0, x1;
  int32_t together; /* every row of the filter is one run of the image, if it is inside */
  const int8_t* padding;
} two_windows;

/* Combines channels of one tap, from `channel` on; `row` is null outside the image. */
static uint32_t* put_tap(const nook_window_s8* p, const two_windows* of, const int8_t* row, int32_t column,
                         int32_t channel, int32_t count, uint32_t* to) {
  const int32_t along = column * p->dilation_w, x0 = of->x0 + along, x1 = of->x1 + along;
  const int8_t* const first = row && x0 >= 0 && x0 < p->in_w ? row + x0 * p->in_c + channel : of->padding;
  const int8_t* const second = row && x1 >= 0 && x1 < p->in_w ? row + x1 * p->in_c + channel : of->padding;
  return NOOK_LANES_PUT(to, first, second, count);
}

/* Combines taps from (line, column) of the filter on. */
static uint32_t* put_taps(const nook_window_s8* p, const nook_rows* x, const two_windows* of, int32_t line,
                          int32_t column, int32_t taps, uint32_t* to) {
  for (int32_t count; taps > 0; taps -= count, column = 0, ++line) {
    count = least(taps, p->filter_w - column);
    const int32_t at = of->y0 + line * p->dilation_h;
    const int8_t* const row = at >= 0 && at < p->in_h ? (const int8_t*)nook_row(x, at) : 0;
    if (row && of->together) {
      to = NOOK_LANES_PUT(to, row + (of->x0 + column) * p->in_c, row + (of->x1 + column) * p->in_c,
                          count * p->in_c);
      continue;
    }
    for (int32_t i = 0; i < count; ++i) to = put_tap(p, of, row, column + i, 0, p->in_c, to);
  }
  return to;
}

/* Multiplies one tap whose channels form several parts. */
static void multiply_tap(const nook_window_s8* p, const nook_rows* x, const two_windows* of, int32_t line,
                         int32_t column, nook_lanes_job* job, uint32_t* sums, uint32_t* later_sums) {
  const int32_t at = of->y0 + line * p->dilation_h;
  const int8_t* const row = at >= 0 && at < p->in_h ? (const int8_t*)nook_row(x, at) : 0;
  for (int32_t channel = 0, count; channel < p->in_c; channel += count) {
    count = least(p->in_c - channel, NOOK_LANES_PART);
    multiply(job, put_tap(p, of, row, column, channel, count, job->x),
             channel + count < p->in_c ? sums : later_sums);
  }
}

/* Any filter. */
static void NOOK_LANES_LOCAL(row_of_windows)(const nook_window_s8* p, const nook_rows* x, int32_t oy,
                                             const int8_t* w, int8_t* y_row, uint32_t* sums) {
  uint32_t part[NOOK_LANES_BEFORE + NOOK_LANES_PART];
  int8_t padding[NOOK_LANES_PART];
  const int32_t taps = p->filter_h * p->filter_w, most = nook_lanes_taps(taps, p->in_c);
  two_windows of = {oy * p->stride_h - p->pad_top, -p->pad_left, 0, 0, padding};
  memset(padding, (int)p->in_zero, (size_t)least(p->in_c, NOOK_LANES_PART));
  nook_lanes_job job = lanes_job(p, part, y_row);
  for (int32_t left = p->out_w, some; left > 0;
       left -= some, of.x0 += some * p->stride_w, job.y0 += some * job.outputs) {
    some = begin(&job, left, w);
    of.x1 = some > 1 ? of.x0 + p->stride_w : of.x0;
    of.together = of.x0 >= 0 && of.x1 + p->filter_w <= p->in_w && p->dilation_w == 1;
    for (int32_t tap = 0, line = 0, column = 0; tap < taps; tap += most) {
      uint32_t* const unfinished = tap + most < taps ? sums : 0;
      if (p->in_c <= NOOK_LANES_PART)
        multiply(&job, put_taps(p, x, &of, line, column, least(taps - tap, most), job.x), unfinished);
      else
        multiply_tap(p, x, &of, line, column, &job, sums, unfinished);
      for (column += most; column >= p->filter_w; column -= p->filter_w) ++line;
    }
  }
}

static void lanes_of_row(const nook_window_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                         int8_t* y_row, void* sums) {
  NOOK_LANES_LOCAL(pixels_alone)
  (p, (const int8_t*)nook_row(x, oy * p->stride_h), p->stride_w * p->in_c, p->out_w, w, y_row, sums);
}

/* All images are one row if the strides are 1. */
static inline __attribute__((always_inline)) void lanes_of_images(const nook_window_s8* p, const int8_t* x,
                                                                  const int8_t* w, const int32_t* bias,
                                                                  int8_t* y, void* sums,
                                                                  pixel_row_kernel* row) {
  if (p->stride_h == 1 && p->stride_w == 1)
    NOOK_LANES_LOCAL(pixels_alone)(p, x, p->in_c, p->batch * p->out_h * p->out_w, w, y, sums);
  else
    each_row(p, x, w, bias, y, sums, row);
}

#endif
