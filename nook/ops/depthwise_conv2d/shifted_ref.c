#include "nook/core/fixed_point.h"
#include "nook/ops/depthwise_conv2d/inside.h"

void nook_depthwise_conv2d_shifted_ref(const nook_depthwise_conv2d_shifted* p, const int8_t* x,
                                       const int8_t* w, const int32_t* bias, int8_t* y,
                                       void* scratch_memory) {
  (void)scratch_memory;
  const int32_t size = p->in_h * p->in_w * p->in_c;
  depthwise_inside in = {p->in_w, p->in_c, p->filter_w, p->out_c, p->dilation_h, p->dilation_w,
                         0,       0,       {0, 0},      {0, 0},   p->in_zero,    p->w_zero};
  for (int32_t n = 0; n < p->batch; ++n, x += size) {
    for (int32_t oy = 0; oy < p->out_h; ++oy) {
      in.y0 = oy * p->stride_h - p->pad_top;
      in.ky = nook_taps_inside(in.y0, p->dilation_h, p->filter_h, p->in_h);
      for (int32_t ox = 0; ox < p->out_w; ++ox) {
        in.x0 = ox * p->stride_w - p->pad_left;
        in.kx = nook_taps_inside(in.x0, p->dilation_w, p->filter_w, p->in_w);
        for (int32_t o = 0; o < p->out_c; ++o) {
          const uint32_t sum =
              depthwise_window_sum(&in, x, o / p->depth_multiplier, w, o) + (bias ? (uint32_t)bias[o] : 0);
          *y++ = (int8_t)nook_requantize((int32_t)sum, p->multiplier[0], p->shift[0], p->out_zero, p->act_min,
                                         p->act_max);
        }
      }
    }
  }
}
