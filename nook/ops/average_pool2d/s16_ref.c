#include "nook/core/fixed_point.h"
#include "nook/ops/average_pool2d/average_pool2d.h"
#include "nook/ops/shared/window_range.h"

/* sum / count, halves away from zero */
static int32_t mean(int32_t sum, int32_t count) {
  return sum > 0 ? (sum + count / 2) / count : (sum - count / 2) / count;
}

void nook_average_pool2d_s16_ref_row(const nook_average_pool2d_s8* p, const nook_rows* x, int32_t oy,
                                     int16_t* y_row, void* scratch_memory) {
  (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, 1, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, 1, p->filter_w, p->in_w);
    const int32_t count = (ky.end - ky.begin) * (kx.end - kx.begin);
    for (int32_t c = 0; c < p->in_c; ++c) {
      int32_t sum = 0;
      for (int32_t i = ky.begin; i < ky.end; ++i) {
        const int16_t* pixel = (const int16_t*)nook_row(x, y0 + i) + (x0 + kx.begin) * p->in_c + c;
        for (int32_t j = kx.begin; j < kx.end; ++j, pixel += p->in_c) sum += *pixel;
      }
      *y_row++ = (int16_t)nook_clamp(mean(sum, count), p->act_min, p->act_max);
    }
  }
}

void nook_average_pool2d_s16_ref(const nook_average_pool2d_s8* p, const int16_t* x, int16_t* y,
                                 void* scratch_memory) {
  nook_rows rows = {x, p->in_w * p->in_c * (int32_t)sizeof *x, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->in_c)
      nook_average_pool2d_s16_ref_row(p, &rows, oy, y, scratch_memory);
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}
