#include "nook/core/fixed_point.h"
#include "nook/ops/average_pool2d/average_pool2d.h"
#include "nook/ops/shared/window_range.h"

void nook_average_pool2d_f32_ref_row(const nook_average_pool2d_f32* p, const nook_rows* x, int32_t oy,
                                     float* y_row, void* scratch_memory) {
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
        for (int32_t j = kx.begin; j < kx.end; ++j, pixel += p->in_c) sum += *pixel;
      }
      *y_row++ = nook_clamp_f32(sum / count, p->act_min, p->act_max);
    }
  }
}

void nook_average_pool2d_f32_ref(const nook_average_pool2d_f32* p, const float* x, float* y,
                                 void* scratch_memory) {
  nook_rows rows = {x, p->in_w * p->in_c * (int32_t)sizeof(float), p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy) {
      nook_average_pool2d_f32_ref_row(p, &rows, oy, y, scratch_memory);
      y += p->out_w * p->in_c;
    }
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}

void nook_average_pool2d_f32_ref_take(const nook_average_pool2d_f32* p, const float* x_row, int32_t iy,
                                      void* sums_memory) {
  float* sums = sums_memory;
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, 1, p->filter_w, p->in_w);
    for (int32_t c = 0; c < p->in_c; ++c, ++sums) {
      float sum = iy == 0 ? 0 : *sums;
      const float* pixel = x_row + (x0 + kx.begin) * p->in_c + c;
      for (int32_t j = kx.begin; j < kx.end; ++j, pixel += p->in_c) sum += *pixel;
      *sums = sum;
    }
  }
}

void nook_average_pool2d_f32_ref_give(const nook_average_pool2d_f32* p, const void* sums_memory, float* y) {
  const float* sums = sums_memory;
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, 1, p->filter_w, p->in_w);
    const float count = (float)(p->in_h * (kx.end - kx.begin));
    for (int32_t c = 0; c < p->in_c; ++c) *y++ = nook_clamp_f32(*sums++ / count, p->act_min, p->act_max);
  }
}
