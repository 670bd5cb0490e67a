/* float32 convolutions on cores without an FPU whose windows have few inputs, which are not adjacent. A
 * window is copied once for all outputs of a group, so that the products of an output are one run. The
 * including file has sum_products() and has_fpu() from soft_sums_thumb1.h or another core's. */
#ifndef NOOK_KERNELS_WINDOW_SOFT_WINDOW_F32_H_
#define NOOK_KERNELS_WINDOW_SOFT_WINDOW_F32_H_

#include "nook/core/fixed_point.h"
#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/kernels/dot/soft_clamp.h"
#include "nook/kernels/window/soft_window_inputs.h"
#include "nook/kernels/window/window.h"

/* The taps of a pixel's window that are in the image; and the row and column of the first tap. */
typedef struct soft_window {
  nook_taps ky, kx;
  int32_t y0, x0;
} soft_window;

static inline void copy_inputs(const nook_window_f32* p, const nook_rows* rows, const soft_window* of,
                               int32_t channel, float* to) {
  for (int32_t i = of->ky.begin; i < of->ky.end; ++i) {
    const float* x = (const float*)nook_row(rows, of->y0 + i * p->dilation_h) + channel;
    x += (of->x0 + of->kx.begin * p->dilation_w) * p->in_c;
    for (int32_t j = of->kx.begin; j < of->kx.end; ++j, x += p->dilation_w * p->in_c)
      for (int32_t k = 0; k < p->filter_c; ++k) *to++ = x[k];
  }
}

/* Copies weights of windows from whose rows taps are missing; `w` is the first one. */
static inline void copy_weights(const nook_window_f32* p, const soft_window* of, const float* w, float* to) {
  const int32_t count = (of->kx.end - of->kx.begin) * p->filter_c;
  for (int32_t i = of->ky.begin; i < of->ky.end; ++i, w += p->filter_w * p->filter_c)
    for (int32_t k = 0; k < count; ++k) *to++ = w[k];
}

static inline void soft_window_row(const nook_window_f32* p, const nook_rows* x, int32_t oy, const float* w,
                                   const float* bias, float* y_row) {
  const int32_t per_group = p->out_c / (p->in_c / p->filter_c), row = p->filter_w * p->filter_c;
  float inputs[NOOK_SOFT_WINDOW_F32], copies[NOOK_SOFT_WINDOW_F32];
  soft_window of;
  of.y0 = oy * p->stride_h - p->pad_top, of.x0 = -p->pad_left;
  of.ky = nook_taps_inside(of.y0, p->dilation_h, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox, of.x0 += p->stride_w) {
    const float* weights = w;
    int32_t count = 0, left = 0;
    of.kx = nook_taps_inside(of.x0, p->dilation_w, p->filter_w, p->in_w);
    if (of.ky.end > of.ky.begin && of.kx.end > of.kx.begin) {
      count = (of.ky.end - of.ky.begin) * (of.kx.end - of.kx.begin) * p->filter_c;
      weights += of.ky.begin * row + of.kx.begin * p->filter_c;
    }
    for (int32_t o = 0, channel = 0; o < p->out_c; ++o, --left, weights += p->filter_h * row) {
      const float* of_taps = weights;
      float sum;
      if (left == 0) {
        copy_inputs(p, x, &of, channel, inputs);
        left = per_group, channel += p->filter_c;
      }
      if (count && of.kx.end - of.kx.begin < p->filter_w) {
        copy_weights(p, &of, weights, copies);
        of_taps = copies;
      }
      sum = sum_products(inputs, of_taps, count, 0);
      sum += bias ? bias[o] : 0;
      *y_row++ = has_fpu() ? nook_clamp_f32(sum, p->act_min, p->act_max)
                           : nook_soft_clamp(sum, p->act_min, p->act_max);
    }
  }
}

#endif
