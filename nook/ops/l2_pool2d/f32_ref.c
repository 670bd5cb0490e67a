#include <math.h>

#include "nook/core/fixed_point.h"
#include "nook/ops/l2_pool2d/l2_pool2d.h"
#include "nook/ops/shared/window_range.h"

void nook_l2_pool2d_f32_ref_row(const nook_l2_pool2d_f32* p, const nook_rows* x, int32_t oy, float* y_row,
                                void* scratch_memory) {
  (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, 1, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, 1, p->filter_w, p->in_w);
    const float count = (float)((ky.end - ky.begin) * (kx.end - kx.begin));
    for (int32_t c = 0; c < p->in_c; ++c) {
      float sum = 0;
      for (int32_t i = ky.begin; i < ky.end; ++i) {
        const float* pixel = (const float*)nook_row(x, y0 + i) + (x0 + kx.begin) * p->in_c + c;
        for (int32_t j = kx.begin; j < kx.end; ++j, pixel += p->in_c) sum += *pixel * *pixel;
      }
      *y_row++ = nook_clamp_f32(sqrtf(sum / count), p->act_min, p->act_max);
    }
  }
}

void nook_l2_pool2d_f32_ref(const nook_l2_pool2d_f32* p, const float* x, float* y, void* scratch_memory) {
  nook_rows rows = {x, p->in_w * p->in_c * (int32_t)sizeof(float), p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy) {
      nook_l2_pool2d_f32_ref_row(p, &rows, oy, y, scratch_memory);
      y += p->out_w * p->in_c;
    }
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}
