#include "nook/core/fixed_point.h"
#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/ops/conv2d/narrow.h"

void nook_conv2d_f32_ref_row(NOOK_ROW_ARGUMENTS(nook_conv2d_f32, float, float, float)) {
  (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  const int32_t per_group = p->out_c / (p->in_c / p->filter_c);
  const int32_t filter_row = p->filter_w * p->filter_c, step = p->dilation_w * p->in_c;
  const int32_t dense = step == p->filter_c;
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
    const int32_t taps = kx.end > kx.begin ? kx.end - kx.begin : 0;
    const int32_t runs = dense ? 1 : taps, run = dense ? taps * p->filter_c : p->filter_c;
    for (int32_t o = 0; o < p->out_c; ++o) {
      const int32_t first = (x0 + kx.begin * p->dilation_w) * p->in_c + o / per_group * p->filter_c;
      float sum = 0;
      for (int32_t i = ky.begin; i < ky.end; ++i) {
        const float* pixel = (const float*)nook_row(x, y0 + i * p->dilation_h) + first;
        const float* tap = w + (o * p->filter_h + i) * filter_row + kx.begin * p->filter_c;
        for (int32_t j = 0; j < runs; ++j, pixel += step, tap += p->filter_c)
          for (int32_t c = 0; c < run; ++c) sum += pixel[c] * tap[c];
      }
      *y_row++ = nook_clamp_f32(sum + (bias ? bias[o] : 0), p->act_min, p->act_max);
    }
  }
}

NOOK_ROW_AFTER_ROW(each_row, nook_conv2d_f32, float, float, float)

void nook_conv2d_f32_ref(NOOK_IMAGE_ARGUMENTS(nook_conv2d_f32, float, float, float)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_conv2d_f32_ref_row);
}

/* Weights of few bits. */

void nook_conv2d_narrow_ref_row(NOOK_ROW_ARGUMENTS(nook_conv2d_narrow, float, void, float)) {
  (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  const int32_t per_group = p->out_c / (p->in_c / p->filter_c);
  const int32_t filter_row = p->filter_w * p->filter_c, step = p->dilation_w * p->in_c;
  const int32_t dense = step == p->filter_c;
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
    const int32_t taps = kx.end > kx.begin ? kx.end - kx.begin : 0;
    const int32_t runs = dense ? 1 : taps, run = dense ? taps * p->filter_c : p->filter_c;
    for (int32_t o = 0; o < p->out_c; ++o) {
      const int32_t first = (x0 + kx.begin * p->dilation_w) * p->in_c + o / per_group * p->filter_c;
      const float scale = p->scale[p->scales > 1 ? o : 0];
      float sum = 0;
      for (int32_t i = ky.begin; i < ky.end; ++i) {
        const float* pixel = (const float*)nook_row(x, y0 + i * p->dilation_h) + first;
        int32_t tap = (o * p->filter_h + i) * filter_row + kx.begin * p->filter_c;
        for (int32_t j = 0; j < runs; ++j, pixel += step, tap += p->filter_c)
          sum = nook_dot_narrow(sum, pixel, w, p->bits, p->zero, scale, tap, run);
      }
      *y_row++ = nook_clamp_f32(sum + (bias ? bias[o] : 0), p->act_min, p->act_max);
    }
  }
}

NOOK_ROW_AFTER_ROW(each_narrow_row, nook_conv2d_narrow, float, void, float)

void nook_conv2d_narrow_ref(NOOK_IMAGE_ARGUMENTS(nook_conv2d_narrow, float, void, float)) {
  each_narrow_row(p, x, w, bias, y, scratch_memory, nook_conv2d_narrow_ref_row);
}
