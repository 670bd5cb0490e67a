#include "nook/core/fixed_point.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/shared/window_range.h"

void nook_conv2d_s8_ref_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                            const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  const int32_t per_group = p->out_c / (p->in_c / p->filter_c);
  const int32_t filter_row = p->filter_w * p->filter_c;
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
    for (int32_t o = 0; o < p->out_c; ++o) {
      const int32_t first_channel = o / per_group * p->filter_c;
      int32_t sum = bias ? bias[o] : 0;
      for (int32_t i = ky.begin; i < ky.end; ++i) {
        const int8_t* row = (const int8_t*)nook_row(x, y0 + i * p->dilation_h) + first_channel;
        const int8_t* taps = w + (o * p->filter_h + i) * filter_row;
        for (int32_t j = kx.begin; j < kx.end; ++j) {
          const int8_t* pixel = row + (x0 + j * p->dilation_w) * p->in_c;
          const int8_t* tap = taps + j * p->filter_c;
          for (int32_t c = 0; c < p->filter_c; ++c) sum += (pixel[c] - p->in_zero) * tap[c];
        }
      }
      const int32_t q = nook_rescale(sum, p->multiplier[o], p->shift[o]) + p->out_zero;
      *y_row++ = (int8_t)nook_clamp(q, p->act_min, p->act_max);
    }
  }
}

void nook_conv2d_s8_ref(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                        int8_t* y, void* scratch_memory) {
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy) {
      nook_conv2d_s8_ref_row(p, &rows, oy, w, bias, y, scratch_memory);
      y += p->out_w * p->out_c;
    }
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}

void nook_conv2d_f32_ref_row(const nook_conv2d_f32* p, const nook_rows* x, int32_t oy, const float* w,
                             const float* bias, float* y_row, void* scratch_memory) {
  (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  const int32_t per_group = p->out_c / (p->in_c / p->filter_c);
  const int32_t filter_row = p->filter_w * p->filter_c;
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
    for (int32_t o = 0; o < p->out_c; ++o) {
      const int32_t first_channel = o / per_group * p->filter_c;
      float sum = 0;
      for (int32_t i = ky.begin; i < ky.end; ++i) {
        const float* row = (const float*)nook_row(x, y0 + i * p->dilation_h) + first_channel;
        const float* taps = w + (o * p->filter_h + i) * filter_row;
        for (int32_t j = kx.begin; j < kx.end; ++j) {
          const float* pixel = row + (x0 + j * p->dilation_w) * p->in_c;
          const float* tap = taps + j * p->filter_c;
          for (int32_t c = 0; c < p->filter_c; ++c) sum += pixel[c] * tap[c];
        }
      }
      *y_row++ = nook_clamp_f32(sum + (bias ? bias[o] : 0), p->act_min, p->act_max);
    }
  }
}

void nook_conv2d_f32_ref(const nook_conv2d_f32* p, const float* x, const float* w, const float* bias,
                         float* y, void* scratch_memory) {
  const int32_t row_bytes = p->in_w * p->in_c * (int32_t)sizeof(float);
  nook_rows rows = {x, row_bytes, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy) {
      nook_conv2d_f32_ref_row(p, &rows, oy, w, bias, y, scratch_memory);
      y += p->out_w * p->out_c;
    }
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}
