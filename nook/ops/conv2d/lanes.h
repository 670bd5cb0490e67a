/* Convolutions of two pixels at a time, side by side in the halves of words (shared/lanes.h). Whoever
 * includes this defines dot(). Scratch: a word for each input of a window, of whole fours. */
#ifndef NOOK_OPS_CONV2D_LANES_H_
#define NOOK_OPS_CONV2D_LANES_H_

#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/conv2d/each_row.h"
#include "nook/ops/shared/lanes.h"

static void dot(const nook_lanes_job* job);

static nook_lanes_job job_for(const nook_conv2d_s8* p, const int8_t* w, int8_t* y, void* scratch) {
  const int32_t depth = p->filter_h * p->filter_w * p->in_c;
  nook_lanes_job job = {
      (const uint32_t*)scratch, (depth + 3) / 4 * 16, w, p->out_c, y, y, p->out_zero, p->act_min, p->act_max};
  return job;
}

/* To the next output, or the next two. */
static int32_t begin(nook_lanes_job* job, int32_t left) {
  job->y1 = job->y0 + (left > 1 ? job->outputs : 0);
  return left > 1 ? 2 : 1;
}

static void finish(nook_lanes_job* job, int32_t pixels) {
  dot(job);
  job->y0 += pixels * job->outputs;
}

/* One tap and no padding: `pixels` that are `step` bytes apart. */
static void pixels_alone(const nook_conv2d_s8* p, const int8_t* x, int32_t step, int32_t pixels,
                         const int8_t* w, int8_t* y, void* scratch) {
  nook_lanes_job job = job_for(p, w, y, scratch);
  for (int32_t some; pixels > 0; pixels -= some, x += some * step) {
    some = begin(&job, pixels);
    nook_put_lanes((uint32_t*)scratch, x, some > 1 ? x + step : x, p->in_c);
    finish(&job, some);
  }
}

/* A row of the filter of two pixels whose first taps are at x0 and x1, where some tap is not beside the one
 * before it, or outside the image. `row` is null: all are. */
static uint32_t* put_taps(const nook_conv2d_s8* p, uint32_t* to, const int8_t* row, int32_t x0, int32_t x1) {
  for (int32_t j = 0; j < p->filter_w; ++j, x0 += p->dilation_w, x1 += p->dilation_w) {
    const int8_t* const first = row && x0 >= 0 && x0 < p->in_w ? row + x0 * p->in_c : 0;
    const int8_t* const second = row && x1 >= 0 && x1 < p->in_w ? row + x1 * p->in_c : 0;
    if (first && second) {
      to = nook_put_lanes(to, first, second, p->in_c);
      continue;
    }
    for (int32_t i = 0; i < p->in_c; ++i)
      *to++ = nook_two_lanes(first ? first[i] : (int8_t)p->in_zero, second ? second[i] : (int8_t)p->in_zero);
  }
  return to;
}

/* Any filter. */
static void row_of_windows(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                           int8_t* y_row, void* scratch) {
  const int32_t y0 = oy * p->stride_h - p->pad_top, size = p->filter_w * p->in_c;
  nook_lanes_job job = job_for(p, w, y_row, scratch);
  int32_t x0 = -p->pad_left;
  for (int32_t left = p->out_w, some; left > 0; left -= some, x0 += some * p->stride_w) {
    some = begin(&job, left);
    const int32_t x1 = some > 1 ? x0 + p->stride_w : x0;
    const int32_t together = x0 >= 0 && x1 + p->filter_w <= p->in_w && p->dilation_w == 1;
    uint32_t* to = (uint32_t*)scratch;
    for (int32_t i = 0, at = y0; i < p->filter_h; ++i, at += p->dilation_h) {
      const int8_t* const row = at >= 0 && at < p->in_h ? (const int8_t*)nook_row(x, at) : 0;
      to = row && together ? nook_put_lanes(to, row + x0 * p->in_c, row + x1 * p->in_c, size)
                           : put_taps(p, to, row, x0, x1);
    }
    finish(&job, some);
  }
}

static void row_of_pixels(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                          int8_t* y_row, void* scratch) {
  pixels_alone(p, (const int8_t*)nook_row(x, oy * p->stride_h), p->stride_w * p->in_c, p->out_w, w, y_row,
               scratch);
}

/* All images are one row. */
static void images_of_pixels(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, int8_t* y,
                             void* scratch) {
  pixels_alone(p, x, p->in_c, p->batch * p->out_h * p->out_w, w, y, scratch);
}

#endif
