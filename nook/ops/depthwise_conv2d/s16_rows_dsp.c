/* Depthwise convolutions of int16 whose weights stay in the model's layout, because several layers read them:
 * four channels at a time. The sum of 256 products fits 32 bits. */
#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/reference/sums_s16.h"

typedef char sums_fit[NOOK_DEPTHWISE_CONV2D_TAPS_S16 <= NOOK_FEW_PRODUCTS_S16 ? 1 : -1];

static inline int32_t low_half(uint32_t word) { return (int16_t)word; }
static inline int32_t high_half(uint32_t word) { return (int32_t)word >> 16; }

/* Adds a row of `taps` taps; the stride is `step` inputs, and `channels` weights. */
static inline void add_row(const int16_t* x, int32_t step, const int8_t* w, int32_t channels, int32_t taps,
                           int32_t* sums) {
  int32_t a = sums[0], b = sums[1], c = sums[2], d = sums[3];
  for (; taps > 0; --taps, x += step, w += channels) {
    const uint32_t low = nook_load_word(x), high = nook_load_word(x + 2), four = nook_load_word(w);
    const uint32_t even = nook_even_bytes_alone(four), odd = nook_odd_bytes_alone(four);
    a += low_half(low) * low_half(even), b += high_half(low) * low_half(odd);
    c += low_half(high) * high_half(even), d += high_half(high) * high_half(odd);
  }
  sums[0] = a, sums[1] = b, sums[2] = c, sums[3] = d;
}

/* The last four channels overlap the previous ones. */
void nook_depthwise_conv2d_s16_dsp_rows_row(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                            const int8_t* w, const void* bias, int16_t* y_row,
                                            void* scratch_memory) {
  (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top, channels = p->out_c, step = p->dilation_w * channels;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  for (int32_t ox = 0, x0 = -p->pad_left; ox < p->out_w; ++ox, x0 += p->stride_w, y_row += channels) {
    const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
    const int32_t first = (x0 + kx.begin * p->dilation_w) * channels;
    for (int32_t at = 0; at < channels; at += 4) {
      const int32_t c = at < channels - 4 ? at : channels - 4;
      int32_t sums[4] = {0, 0, 0, 0};
      for (int32_t i = ky.begin; i < ky.end; ++i)
        add_row((const int16_t*)nook_row(x, y0 + i * p->dilation_h) + first + c, step,
                w + (i * p->filter_w + kx.begin) * channels + c, channels, kx.end - kx.begin, sums);
      for (int32_t k = 0; k < 4; ++k) {
        const int32_t o = c + k;
        const int32_t q = nook_output_s16(sums[k], NOOK_SUM_64, bias, o, p->multiplier[o], p->shift[o]);
        y_row[o] = (int16_t)nook_clamp(q, p->act_min, p->act_max);
      }
    }
  }
}

NOOK_ROW_AFTER_ROW(each_row, nook_depthwise_conv2d_s8, int16_t, int8_t, void)

void nook_depthwise_conv2d_s16_dsp_rows(const nook_depthwise_conv2d_s8* p, const int16_t* x, const int8_t* w,
                                        const void* bias, int16_t* y, void* scratch_memory) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_s16_dsp_rows_row);
}
