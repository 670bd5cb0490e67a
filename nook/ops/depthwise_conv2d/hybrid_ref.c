#include "nook/ops/shared/hybrid_ref.h"

#include "nook/core/fixed_point.h"
#include "nook/ops/depthwise_conv2d/inside.h"

void nook_depthwise_conv2d_hybrid_ref(const nook_depthwise_conv2d_hybrid* p, const float* x, const int8_t* w,
                                      const float* bias, float* y, void* scratch_memory) {
  int8_t* const image = (int8_t*)scratch_memory;
  const int32_t size = p->in_h * p->in_w * p->in_c;
  depthwise_inside in = {p->in_w, p->in_c, p->filter_w, p->out_c, p->dilation_h, p->dilation_w, 0, 0,
                         {0, 0},  {0, 0},  0,           0};
  for (int32_t n = 0; n < p->batch; ++n, x += size) {
    const nook_byte_scale made = nook_make_bytes(x, size, p->asymmetric, image);
    in.in_zero = made.zero;
    for (int32_t oy = 0; oy < p->out_h; ++oy) {
      in.y0 = oy * p->stride_h - p->pad_top;
      in.ky = nook_taps_inside(in.y0, p->dilation_h, p->filter_h, p->in_h);
      for (int32_t ox = 0; ox < p->out_w; ++ox) {
        in.x0 = ox * p->stride_w - p->pad_left;
        in.kx = nook_taps_inside(in.x0, p->dilation_w, p->filter_w, p->in_w);
        for (int32_t o = 0; o < p->out_c; ++o) {
          const uint32_t sum = depthwise_window_sum(&in, image, o / p->depth_multiplier, w, o);
          const float scale = made.scale * p->scale[o * p->scale_step];
          *y++ = nook_clamp_f32((float)(int32_t)sum * scale + (bias ? bias[o] : 0), p->act_min, p->act_max);
        }
      }
    }
  }
}
