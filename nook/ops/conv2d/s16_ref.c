#include "nook/core/row_after_row.h"
#include "nook/kernels/window/taps.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/reference/sums_s16.h"

static inline void row_s16(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                           const void* bias, int16_t* y_row, nook_sum_bits bits) {
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  const int32_t per_group = p->out_c / (p->in_c / p->filter_c);
  const int32_t filter_row = p->filter_w * p->filter_c, step = p->dilation_w * p->in_c;
  for (int32_t ox = 0; ox < p->out_w; ++ox) {
    const window_taps kx = window_taps_at(p, ox, step);
    for (int32_t o = 0; o < p->out_c; ++o) {
      const int32_t first = kx.first + o / per_group * p->filter_c;
      int64_t sum = 0;
      for (int32_t i = ky.begin; i < ky.end; ++i) {
        const int16_t* pixel = (const int16_t*)nook_row(x, y0 + i * p->dilation_h) + first;
        const int8_t* tap = w + (o * p->filter_h + i) * filter_row + kx.tap;
        for (int32_t j = 0; j < kx.runs; ++j, pixel += step, tap += p->filter_c)
          sum += nook_dot_s16(pixel, tap, kx.run);
      }
      *y_row++ = (int16_t)nook_clamp(nook_output_s16(sum, bits, bias, o, p->multiplier[o], p->shift[o]),
                                     p->act_min, p->act_max);
    }
  }
}

static inline void row_with_64(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                               const void* bias, int16_t* y_row) {
  row_s16(p, x, oy, w, bias, y_row, NOOK_SUM_64);
}
static inline void row_with_32(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                               const void* bias, int16_t* y_row) {
  row_s16(p, x, oy, w, bias, y_row, NOOK_SUM_32);
}

void nook_conv2d_s16_ref_row(NOOK_ROW_ARGUMENTS(nook_conv2d_s8, int16_t, int8_t, void)) {
  (void)scratch_memory;
  row_with_64(p, x, oy, w, bias, y_row);
}
NOOK_ROW_AFTER_ROW(each_row, nook_conv2d_s8, int16_t, int8_t, void)

void nook_conv2d_s16_ref(NOOK_IMAGE_ARGUMENTS(nook_conv2d_s8, int16_t, int8_t, void)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_conv2d_s16_ref_row);
}
void nook_conv2d_s16_sum32_ref_row(NOOK_ROW_ARGUMENTS(nook_conv2d_s8, int16_t, int8_t, void)) {
  (void)scratch_memory;
  row_with_32(p, x, oy, w, bias, y_row);
}
void nook_conv2d_s16_sum32_ref(NOOK_IMAGE_ARGUMENTS(nook_conv2d_s8, int16_t, int8_t, void)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_conv2d_s16_sum32_ref_row);
}
