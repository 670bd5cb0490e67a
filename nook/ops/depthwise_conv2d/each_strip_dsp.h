/* Rows of 3x3 depthwise convolutions, one strip of pixels at a time. The including file defines the function
 * declared here. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_EACH_STRIP_DSP_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_EACH_STRIP_DSP_H_

#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/ops/depthwise_conv2d/strip_window_dsp.h"

/* The pixel of padding, after the packed weights. */
static inline const int8_t* padding_of(const nook_depthwise_conv2d_s8* p, const void* w);

/* Advances along the row by `by` columns. A column before or after the image is a column of padding. Returns
 * the number of columns before the last two, from x0 on. */
static __attribute__((noinline)) int32_t find_columns(const nook_depthwise_conv2d_s8* p, nook_strip* job,
                                                      int32_t x0, int32_t by) {
  const int8_t* const padding = padding_of(p, job->weights);
  const int32_t columns = (p->stride_w * job->pixels + 1) & ~1, left = p->in_w - x0 - columns;
#pragma GCC unroll 1
  for (int32_t i = 0; i < 3; ++i) {
    const int32_t step = job->between.step[i];
    const int8_t *const third = job->between.row[i] + by * step, *const last = third + (columns - 2) * step;
    job->between.row[i] = third;
    job->first[2 * i] = x0 < 0 ? padding : third - 2 * step, job->first[2 * i + 1] = third - step;
    job->last[2 * i] = left > 0 ? last : padding, job->last[2 * i + 1] = left > 1 ? last + step : padding;
  }
  return columns;
}

/* Inlined into each of the functions below, so that the callee is a compile-time constant. */
static inline __attribute__((always_inline)) void each_strip(const nook_depthwise_conv2d_s8* p,
                                                             const nook_rows* x, int32_t oy, const int8_t* w,
                                                             int8_t* y_row, int32_t most,
                                                             void (*strip)(const nook_strip*)) {
  nook_strip job;
  nook_find_strip_window_dsp(p, x, oy, padding_of(p, w), &job.between);
  job.y = y_row, job.channels = p->in_c, job.weights = w;
  int32_t x0 = -p->pad_left, by = x0 + 2;
  for (int32_t left = p->out_w; left > 0; left -= most) {
    job.pixels = left < most ? left : most;
    by = find_columns(p, &job, x0, by);
    strip(&job);
    x0 += by, job.y += most * p->out_c;
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}

#endif
