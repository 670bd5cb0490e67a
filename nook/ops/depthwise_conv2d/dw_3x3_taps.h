/* Rows of 3x3 depthwise convolutions, one pixel at a time: each pixel has nine addresses of taps, some of
 * which may be a pixel of padding. The including file defines the function declared here. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_DW_3X3_TAPS_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_DW_3X3_TAPS_H_

#include "nook/kernels/depthwise/dw_3x3_job.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

/* May modify x and y of the job. */
static void multiply(nook_dw_3x3_job* job);

static void find_inner_taps(const nook_depthwise_conv2d_s8* p, const int8_t* const* row, int32_t x0,
                            nook_dw_3x3_job* job) {
  job->x = row[0] + x0 * p->in_c;
  const int32_t column = p->dilation_w * p->in_c;
  for (int32_t i = 0; i < 3; ++i) {
    const int32_t first = (int32_t)((uintptr_t)row[i] - (uintptr_t)row[0]);
    for (int32_t j = 0; j < 3; ++j) job->offsets[3 * i + j] = first + j * column;
  }
}

/* row[i] is null above and below the image. */
static void find_edge_taps(const nook_depthwise_conv2d_s8* p, const int8_t* const* row, int32_t x0,
                           const int8_t* padding, nook_dw_3x3_job* job) {
  job->x = padding;
  int32_t* to = job->offsets;
  for (int32_t i = 0; i < 3; ++i) {
    const int32_t first = (int32_t)((uintptr_t)row[i] - (uintptr_t)padding);
    for (int32_t j = 0, at = x0; j < 3; ++j, at += p->dilation_w)
      *to++ = row[i] && at >= 0 && at < p->in_w ? first + at * p->in_c : 0;
  }
}

/* The `stream` bytes of packed weights are followed by a pixel of padding. */
static void row_of_3x3(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                       int32_t stream, int8_t* y_row) {
  nook_dw_3x3_job job;
  const int8_t* row[3];
  int32_t inside = 1;
  for (int32_t i = 0, at = oy * p->stride_h - p->pad_top; i < 3; ++i, at += p->dilation_h) {
    row[i] = at >= 0 && at < p->in_h ? (const int8_t*)nook_row(x, at) : 0;
    if (!row[i]) inside = 0;
  }
  job.weights = w, job.channels = p->out_c, job.step = p->stride_w * p->in_c;
  job.zero = p->out_zero, job.low = p->act_min, job.high = p->act_max;
  const int32_t last = p->in_w - 1 - 2 * p->dilation_w; /* inside the image for columns 0 to this */
  int32_t ox = 0, x0 = -p->pad_left;
  while (ox < p->out_w) {
    job.y = y_row + ox * p->out_c, job.pixels = 1;
    if (inside && x0 >= 0 && x0 <= last) {
      job.pixels = (last - x0) / p->stride_w + 1;
      if (job.pixels > p->out_w - ox) job.pixels = p->out_w - ox;
      find_inner_taps(p, row, x0, &job);
    } else {
      find_edge_taps(p, row, x0, w + stream, &job);
    }
    multiply(&job);
    ox += job.pixels, x0 += job.pixels * p->stride_w;
  }
}

static void images_of_3x3(const nook_depthwise_conv2d_s8* p, const int8_t* x, const int8_t* w, int32_t stream,
                          int8_t* y) {
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c)
      row_of_3x3(p, &rows, oy, w, stream, y);
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}

#endif
