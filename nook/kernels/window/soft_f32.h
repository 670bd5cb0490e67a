/* float32 convolutions on cores without an FPU, by the loops of the reference. The including file has
 * sum_products() and has_fpu() from soft_sums_thumb1.h or another core's. */
#ifndef NOOK_KERNELS_WINDOW_SOFT_F32_H_
#define NOOK_KERNELS_WINDOW_SOFT_F32_H_

#include "nook/core/fixed_point.h"
#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/kernels/dot/soft_clamp.h"
#include "nook/kernels/window/window.h"

static inline void soft_row(const nook_window_f32* p, const nook_rows* x, int32_t oy, const float* w,
                            const float* bias, float* y_row) {
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  const int32_t per_group = p->out_c / (p->in_c / p->filter_c);
  const int32_t filter_row = p->filter_w * p->filter_c, step = p->dilation_w * p->in_c;
  const int32_t dense = step == p->filter_c;
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
    const int32_t taps = kx.end > kx.begin ? kx.end - kx.begin : 0;
    const int32_t runs = dense ? 1 : taps, run = dense ? taps * p->filter_c : p->filter_c;
    for (int32_t o = 0; o < p->out_c; ++o) {
      const int32_t first = (x0 + kx.begin * p->dilation_w) * p->in_c + o / per_group * p->filter_c;
      float sum = 0;
      for (int32_t i = ky.begin; i < ky.end; ++i) {
        const float* pixel = (const float*)nook_row(x, y0 + i * p->dilation_h) + first;
        const float* tap = w + (o * p->filter_h + i) * filter_row + kx.begin * p->filter_c;
        for (int32_t j = 0; j < runs; ++j, pixel += step, tap += p->filter_c)
          sum = sum_products(pixel, tap, run, sum);
      }
      sum += bias ? bias[o] : 0;
      *y_row++ = has_fpu() ? nook_clamp_f32(sum, p->act_min, p->act_max)
                           : nook_soft_clamp(sum, p->act_min, p->act_max);
    }
  }
}

#endif
