#include "nook/core/fixed_point.h"
#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

void nook_depthwise_conv2d_f32_ref_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_f32, float, float, float)) {
  (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
    int32_t o = 0;
    for (int32_t c = 0; c < p->in_c; ++c) {
      for (int32_t m = 0; m < p->depth_multiplier; ++m, ++o) {
        float sum = 0;
        for (int32_t i = ky.begin; i < ky.end; ++i) {
          const float* row = (const float*)nook_row(x, y0 + i * p->dilation_h) + c;
          const float* taps = w + i * p->filter_w * p->out_c + o;
          for (int32_t j = kx.begin; j < kx.end; ++j)
            sum += row[(x0 + j * p->dilation_w) * p->in_c] * taps[j * p->out_c];
        }
        *y_row++ = nook_clamp_f32(sum + (bias ? bias[o] : 0), p->act_min, p->act_max);
      }
    }
  }
}

NOOK_ROW_AFTER_ROW(each_row, nook_depthwise_conv2d_f32, float, float, float)

void nook_depthwise_conv2d_f32_ref(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_f32, float, float, float)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_f32_ref_row);
}
