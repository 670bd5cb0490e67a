#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/shared/sums_s16.h"
#include "nook/ops/shared/window_range.h"

/* `count` products of elements with these distances. */
static inline int64_t dot_apart(const int16_t* x, int32_t x_step, const int8_t* w, int32_t w_step,
                                int32_t count) {
  int64_t sum = 0;
  while (count > 0) {
    const int32_t some = count < NOOK_FEW_PRODUCTS_S16 ? count : NOOK_FEW_PRODUCTS_S16;
    int32_t few = 0;
    for (int32_t i = 0; i < some; ++i, x += x_step, w += w_step) few += (int32_t)*x * *w;
    sum += few;
    count -= some;
  }
  return sum;
}

void nook_depthwise_conv2d_s16_ref_row(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                       const int8_t* w, const void* bias, int16_t* y_row,
                                       void* scratch_memory) {
  (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top, step = p->dilation_w * p->in_c;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
    const int32_t first = (x0 + kx.begin * p->dilation_w) * p->in_c;
    for (int32_t o = 0, c = 0, m = 0; o < p->out_c; ++o) {
      int64_t sum = 0;
      for (int32_t i = ky.begin; i < ky.end; ++i) {
        const int16_t* pixel = (const int16_t*)nook_row(x, y0 + i * p->dilation_h) + first + c;
        const int8_t* tap = w + (i * p->filter_w + kx.begin) * p->out_c + o;
        sum += dot_apart(pixel, step, tap, p->out_c, kx.end - kx.begin);
      }
      const int32_t q = nook_output_s16(sum, NOOK_SUM_64, bias, o, p->multiplier[o], p->shift[o]);
      *y_row++ = (int16_t)nook_clamp(q, p->act_min, p->act_max);
      if (++m == p->depth_multiplier) m = 0, ++c;
    }
  }
}

void nook_depthwise_conv2d_s16_ref(const nook_depthwise_conv2d_s8* p, const int16_t* x, const int8_t* w,
                                   const void* bias, int16_t* y, void* scratch_memory) {
  nook_rows rows = {x, p->in_w * p->in_c * (int32_t)sizeof *x, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c)
      nook_depthwise_conv2d_s16_ref_row(p, &rows, oy, w, bias, y, scratch_memory);
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}
