#include "nook/core/fixed_point.h"
#include "nook/ops/average_pool2d/average_pool2d.h"
#include "nook/ops/families/pool_rows.h"

static inline float mean_of(const nook_pool_f32* p, const nook_pool_window* w, int32_t c) {
  float sum = 0;
  const int32_t step = p->in_c * (int32_t)sizeof(float);
  const char* at = w->first + c * (int32_t)sizeof(float);
  for (int32_t rows = w->end - w->begin; rows > 0; --rows, at = nook_pool_below(w, at))
    for (int32_t left = w->width; left > 0; --left, at += step) sum += *(const float*)(const void*)at;
  return sum / (float)nook_pool_count(w);
}

NOOK_POOL_PIXEL pixel(const nook_pool_f32* p, const nook_pool_window* w, float* y) {
  nook_pool_pixel_f32(p, w, y, mean_of);
}

NOOK_POOL_OF_PIXELS(nook_average_pool2d_f32_ref, f32, float, pixel)

void nook_average_pool2d_f32_ref_take(const nook_pool_f32* p, const float* x_row, int32_t iy,
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

void nook_average_pool2d_f32_ref_give(const nook_pool_f32* p, const void* sums_memory, float* y) {
  const float* sums = sums_memory;
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, 1, p->filter_w, p->in_w);
    const float count = (float)(p->in_h * (kx.end - kx.begin));
    for (int32_t c = 0; c < p->in_c; ++c) *y++ = nook_clamp_f32(*sums++ / count, p->act_min, p->act_max);
  }
}
