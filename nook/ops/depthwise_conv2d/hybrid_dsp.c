/* DEPTHWISE_CONV_2D of floats with int8 weights on cores with DSP instructions: four channels at a time, with
 * weights in the model's layout. */
#include "nook/ops/reference/hybrid_dsp.h"

#include "nook/core/fixed_point.h"
#include "nook/core/float_bits.h"
#include "nook/core/window_range.h"
#include "nook/kernels/depthwise/armv7em/windows_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

/* The number of adjacent windows, from the one at x0 on, that have all columns of the filter inside the image
 * as this one has; otherwise 1. `kx`: its columns inside the image. */
static int32_t windows_like_this(const nook_depthwise_conv2d_hybrid* p, nook_taps kx, int32_t ox,
                                 int32_t x0) {
  if (kx.begin > 0 || kx.end < p->filter_w) return 1;
  const int32_t fit = (p->in_w - 1 - (p->filter_w - 1) * p->dilation_w - x0) / p->stride_w + 1;
  return fit < p->out_w - ox ? fit : p->out_w - ox;
}

/* Computes the sums of `count` adjacent windows, of which the first one begins at x. `job`: what all windows
 * of these four channels share. */
static void sum_windows(nook_windows_job* job, const int8_t* x, const int8_t* w, uint32_t* y, nook_taps ky,
                        nook_taps kx, int32_t count) {
  job->rows = ky.end - ky.begin, job->columns = kx.end - kx.begin, job->windows = count;
  if (job->rows <= 0 || job->columns <= 0) {
    for (; count > 0; --count, y += job->next_y / 4) y[0] = y[1] = y[2] = y[3] = 0;
    return;
  }
  job->x = x + ky.begin * job->row_x + kx.begin * job->tap_x;
  job->w = w + ky.begin * job->row_w + kx.begin * job->tap_w;
  job->y = y;
  if (job->columns > 1 || job->rows == 1) {
    nook_windows_dsp(job);
    return;
  }
  nook_windows_job turned = *job; /* a column is faster as a row */
  turned.columns = job->rows, turned.rows = 1;
  turned.tap_x = job->row_x, turned.tap_w = job->row_w;
  nook_windows_dsp(&turned);
}

/* Makes floats of the sums of channels c to c + 3 of a row. */
static void finish_row(const nook_depthwise_conv2d_hybrid* p, float step, const float* bias, int32_t c,
                       nook_float_bits* y_row) {
  const float low = p->act_min, high = p->act_max;
  for (int32_t k = c; k < c + 4; ++k) {
    const float scale = step * p->scale[k * p->scale_step], more = bias ? bias[k] : 0;
    nook_float_bits* y = y_row + k;
    for (int32_t left = p->out_w; left > 0; --left, y += p->out_c)
      y->number = nook_clamp_f32((float)(int32_t)y->bits * scale + more, low, high);
  }
}

/* Computes channels c to c + 3 of an image. Their sums wait in the output. */
static void four_channels(const nook_depthwise_conv2d_hybrid* p, int32_t c, const int8_t* image,
                          nook_byte_scale made, const int8_t* w, const float* bias, nook_float_bits* y) {
  const int32_t step = p->out_w > 1 ? p->stride_w : 0; /* the stride of a single window may be large */
  nook_windows_job job = {0, 0, 0, nook_both_halves(-made.zero), 0, 0, 0, 0, 0, 0, 0, 0, 0};
  job.tap_x = p->dilation_w * p->in_c, job.row_x = p->dilation_h * p->in_w * p->in_c;
  job.tap_w = p->out_c, job.row_w = p->filter_w * p->out_c;
  job.next_x = step * p->in_c, job.next_y = p->out_c * 4;
  for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c) {
    const int32_t y0 = oy * p->stride_h - p->pad_top;
    const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
    for (int32_t ox = 0, count; ox < p->out_w; ox += count) {
      const int32_t x0 = ox * p->stride_w - p->pad_left;
      const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
      count = windows_like_this(p, kx, ox, x0);
      sum_windows(&job, image + (y0 * p->in_w + x0) * p->in_c + c, w + c, &y[ox * p->out_c + c].bits, ky, kx,
                  count);
    }
    finish_row(p, made.scale, bias, c, y);
  }
}

/* The last four channels overlap the previous ones. */
void nook_depthwise_conv2d_hybrid_dsp(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_hybrid, float, int8_t,
                                                           float)) {
  int8_t* const image = (int8_t*)scratch_memory;
  const int32_t size = p->in_h * p->in_w * p->in_c, last = p->out_c - 4;
  for (int32_t n = 0; n < p->batch; ++n, x += size, y += p->out_h * p->out_w * p->out_c) {
    const nook_byte_scale made = nook_make_bytes_dsp(x, size, p->asymmetric, image);
    for (int32_t c = 0; c < p->out_c; c += 4)
      four_channels(p, c < last ? c : last, image, made, w, bias, (nook_float_bits*)y);
  }
}
