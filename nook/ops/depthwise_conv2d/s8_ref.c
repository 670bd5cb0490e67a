#include "nook/core/fixed_point.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/depthwise_conv2d/four.h"
#include "nook/ops/shared/window_range.h"

void nook_depthwise_conv2d_s8_ref_row(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                      const int8_t* w, const int32_t* bias, int8_t* y_row,
                                      void* scratch_memory) {
  (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const int32_t x0 = ox * p->stride_w - p->pad_left;
    const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
    int32_t o = 0;
    for (int32_t c = 0; c < p->in_c; ++c) {
      for (int32_t m = 0; m < p->depth_multiplier; ++m, ++o) {
        uint32_t sum = bias ? (uint32_t)bias[o] : 0; /* wraps around where a hostile model would overflow */
        for (int32_t i = ky.begin; i < ky.end; ++i) {
          const int8_t* row = (const int8_t*)nook_row(x, y0 + i * p->dilation_h) + c;
          const int8_t* taps = w + i * p->filter_w * p->out_c + o;
          for (int32_t j = kx.begin; j < kx.end; ++j)
            sum += (uint32_t)((row[(x0 + j * p->dilation_w) * p->in_c] - p->in_zero) * taps[j * p->out_c]);
        }
        *y_row++ = (int8_t)nook_requantize((int32_t)sum, p->multiplier[o], p->shift[o], p->out_zero,
                                           p->act_min, p->act_max);
      }
    }
  }
}

void nook_depthwise_conv2d_s8_ref(const nook_depthwise_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                  const int32_t* bias, int8_t* y, void* scratch_memory) {
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy) {
      nook_depthwise_conv2d_s8_ref_row(p, &rows, oy, w, bias, y, scratch_memory);
      y += p->out_w * p->out_c;
    }
    x += p->in_h * p->in_w * p->in_c;
    rows.base = x;
  }
}

/* Two loads, a subtraction and a multiply-accumulate for each channel; what it costs to get there is shared
 * by the four. */
static inline nook_four_sums add_products(nook_four_sums sums, const int8_t* x, const int8_t* w,
                                          uint32_t zero) {
  const int32_t in_zero = (int32_t)zero;
  sums.a += (uint32_t)((x[0] - in_zero) * w[0]), sums.b += (uint32_t)((x[1] - in_zero) * w[1]);
  sums.c += (uint32_t)((x[2] - in_zero) * w[2]), sums.d += (uint32_t)((x[3] - in_zero) * w[3]);
  return sums;
}

void nook_depthwise_conv2d_s8_four_row(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                       const int8_t* w, const int32_t* bias, int8_t* y_row,
                                       void* scratch_memory) {
  (void)scratch_memory;
  nook_four_row(p, x, oy, w, bias, y_row, (uint32_t)p->in_zero);
}

void nook_depthwise_conv2d_s8_four(const nook_depthwise_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                   const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  nook_four_images(p, x, w, bias, y, (uint32_t)p->in_zero);
}
