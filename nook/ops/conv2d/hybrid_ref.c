#include "nook/ops/shared/hybrid_ref.h"

#include "nook/core/fixed_point.h"
#include "nook/ops/conv2d/inside.h"

static float* image_of(const nook_conv2d_hybrid* p, const int8_t* image, nook_byte_scale made,
                       const int8_t* w, const float* bias, float* y) {
  const int32_t per_group = p->out_c / (p->in_c / p->filter_c);
  const int32_t filter = p->filter_h * p->filter_w * p->filter_c;
  conv2d_inside in = {p->in_w, p->in_c, p->filter_w, p->filter_c, p->dilation_h, p->dilation_w,
                      0,       0,       {0, 0},      {0, 0},      made.zero,     0};
  for (int32_t oy = 0; oy < p->out_h; ++oy) {
    in.y0 = oy * p->stride_h - p->pad_top;
    in.ky = nook_taps_inside(in.y0, p->dilation_h, p->filter_h, p->in_h);
    for (int32_t ox = 0; ox < p->out_w; ++ox) {
      in.x0 = ox * p->stride_w - p->pad_left;
      in.kx = nook_taps_inside(in.x0, p->dilation_w, p->filter_w, p->in_w);
      for (int32_t o = 0; o < p->out_c; ++o) {
        const int32_t sum = conv2d_window_sum(&in, image + o / per_group * p->filter_c, w + o * filter);
        const float scale = made.scale * p->scale[o * p->scale_step];
        *y++ = nook_clamp_f32((float)sum * scale + (bias ? bias[o] : 0), p->act_min, p->act_max);
      }
    }
  }
  return y;
}

void nook_conv2d_hybrid_ref(const nook_conv2d_hybrid* p, const float* x, const int8_t* w, const float* bias,
                            float* y, void* scratch_memory) {
  int8_t* const image = (int8_t*)scratch_memory;
  const int32_t size = p->in_h * p->in_w * p->in_c;
  for (int32_t n = 0; n < p->batch; ++n, x += size)
    y = image_of(p, image, nook_make_bytes(x, size, p->asymmetric, image), w, bias, y);
}
