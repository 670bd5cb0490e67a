#include "nook/core/fixed_point.h"
#include "nook/ops/max_pool2d/max_pool2d.h"
#include "nook/ops/shared/window_range.h"

void nook_max_pool2d_s16_ref_row(const nook_max_pool2d_s8* p, const nook_rows* x, int32_t oy, int16_t* y_row,
                                 void* scratch_memory) {
  (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, 1, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, 1, p->filter_w, p->in_w);
    for (int32_t c = 0; c < p->in_c; ++c) {
      int32_t most = INT16_MIN;
      for (int32_t i = ky.begin; i < ky.end; ++i) {
        const int16_t* pixel = (const int16_t*)nook_row(x, y0 + i) + (x0 + kx.begin) * p->in_c + c;
        for (int32_t j = kx.begin; j < kx.end; ++j, pixel += p->in_c) most = *pixel > most ? *pixel : most;
      }
      *y_row++ = (int16_t)nook_clamp(most, p->act_min, p->act_max);
    }
  }
}

void nook_max_pool2d_s16_ref(const nook_max_pool2d_s8* p, const int16_t* x, int16_t* y,
                             void* scratch_memory) {
  nook_rows rows = {x, p->in_w * p->in_c * (int32_t)sizeof *x, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->in_c)
      nook_max_pool2d_s16_ref_row(p, &rows, oy, y, scratch_memory);
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}
