/* The reference for int8 activations with int8 or int4 weights. The including file defines the function
 * declared here. */
#ifndef NOOK_OPS_CONV2D_REFERENCE_H_
#define NOOK_OPS_CONV2D_REFERENCE_H_

#include "nook/core/fixed_point.h"
#include "nook/kernels/window/rows.h"
#include "nook/kernels/window/taps.h"
#include "nook/ops/conv2d/conv2d.h"

/* The sum of (x[i] - in_zero) * weight at + i over `size` elements. It wraps around on overflow, which only
 * hostile models cause. */
static uint32_t dot_weights(const int8_t* x, const int8_t* w, int32_t at, int32_t size, int32_t in_zero);

static inline void reference_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                 const int32_t* bias, int8_t* y_row) {
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  const int32_t per_group = p->out_c / (p->in_c / p->filter_c);
  const int32_t filter_row = p->filter_w * p->filter_c, step = p->dilation_w * p->in_c;
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const window_taps kx = window_taps_at(p, ox, step);
    for (int32_t o = 0; o < p->out_c; ++o) {
      const int32_t first = kx.first + o / per_group * p->filter_c;
      uint32_t sum = bias ? (uint32_t)bias[o] : 0;
      for (int32_t i = ky.begin; i < ky.end; ++i) {
        const int8_t* pixel = (const int8_t*)nook_row(x, y0 + i * p->dilation_h) + first;
        int32_t tap = (o * p->filter_h + i) * filter_row + kx.tap;
        for (int32_t j = 0; j < kx.runs; ++j, pixel += step, tap += p->filter_c)
          sum += dot_weights(pixel, w, tap, kx.run, p->in_zero);
      }
      *y_row++ = (int8_t)nook_requantize((int32_t)sum, p->multiplier[o], p->shift[o], p->out_zero, p->act_min,
                                         p->act_max);
    }
  }
}

#endif
