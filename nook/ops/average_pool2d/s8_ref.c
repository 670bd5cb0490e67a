#include "nook/core/fixed_point.h"
#include "nook/ops/average_pool2d/average_pool2d.h"
#include "nook/ops/shared/window_range.h"

/* sum / count, halves away from zero */
static int32_t mean(int32_t sum, int32_t count) {
  return sum > 0 ? (sum + count / 2) / count : (sum - count / 2) / count;
}

void nook_average_pool2d_s8_ref_row(const nook_average_pool2d_s8* p, const nook_rows* x, int32_t oy,
                                    int8_t* y_row, void* scratch_memory) {
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
        const int8_t* pixel = (const int8_t*)nook_row(x, y0 + i) + (x0 + kx.begin) * p->in_c + c;
        for (int32_t j = kx.begin; j < kx.end; ++j, pixel += p->in_c) sum += *pixel;
      }
      *y_row++ = (int8_t)nook_clamp(mean(sum, count), p->act_min, p->act_max);
    }
  }
}

void nook_average_pool2d_s8_ref(const nook_average_pool2d_s8* p, const int8_t* x, int8_t* y,
                                void* scratch_memory) {
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy) {
      nook_average_pool2d_s8_ref_row(p, &rows, oy, y, scratch_memory);
      y += p->out_w * p->in_c;
    }
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}

void nook_average_pool2d_s8_ref_take(const nook_average_pool2d_s8* p, const int8_t* x_row, int32_t iy,
                                     void* sums_memory) {
  int32_t* sums = sums_memory;
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, 1, p->filter_w, p->in_w);
    for (int32_t c = 0; c < p->in_c; ++c, ++sums) {
      int32_t sum = iy == 0 ? 0 : *sums;
      const int8_t* pixel = x_row + (x0 + kx.begin) * p->in_c + c;
      for (int32_t j = kx.begin; j < kx.end; ++j, pixel += p->in_c) sum += *pixel;
      *sums = sum;
    }
  }
}

void nook_average_pool2d_s8_ref_give(const nook_average_pool2d_s8* p, const void* sums_memory, int8_t* y) {
  const int32_t* sums = sums_memory;
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, 1, p->filter_w, p->in_w);
    const int32_t count = p->in_h * (kx.end - kx.begin);
    for (int32_t c = 0; c < p->in_c; ++c)
      *y++ = (int8_t)nook_clamp(mean(*sums++, count), p->act_min, p->act_max);
  }
}
