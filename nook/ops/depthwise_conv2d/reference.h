/* The reference for int8 activations with int8 or int4 weights. The including file defines the function
 * declared here. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_REFERENCE_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_REFERENCE_H_

#include "nook/core/fixed_point.h"
#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/ops/depthwise_conv2d/each_row.h"

static inline int32_t weight_at(const int8_t* w, int32_t i);

static inline void reference_row(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                 const int8_t* w, const int32_t* bias, int8_t* y_row) {
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
    int32_t o = 0;
    for (int32_t c = 0; c < p->in_c; ++c) {
      for (int32_t m = 0; m < p->depth_multiplier; ++m, ++o) {
        uint32_t sum =
            bias ? (uint32_t)bias[o] : 0; /* wraps around on overflow, which only hostile models cause */
        for (int32_t i = ky.begin; i < ky.end; ++i) {
          const int8_t* row = (const int8_t*)nook_row(x, y0 + i * p->dilation_h) + c;
          const int32_t taps = i * p->filter_w * p->out_c + o;
          for (int32_t j = kx.begin; j < kx.end; ++j)
            sum += (uint32_t)((row[(x0 + j * p->dilation_w) * p->in_c] - p->in_zero) *
                              weight_at(w, taps + j * p->out_c));
        }
        *y_row++ = (int8_t)nook_requantize((int32_t)sum, p->multiplier[o], p->shift[o], p->out_zero,
                                           p->act_min, p->act_max);
      }
    }
  }
}

#endif
