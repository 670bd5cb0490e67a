/* Depthwise convolutions of int8 with several outputs for each channel, in portable C: four outputs of a
 * channel at a time, or two, which share the load of their input. */
#include "nook/core/fixed_point.h"
#include "nook/core/window_range.h"
#include "nook/ops/depthwise_conv2d/each_row.h"

/* The taps of one pixel that are inside the image. */
typedef struct window_of_channels {
  const nook_rows* x;
  int32_t row, row_step, rows; /* the first row, the distance to the next, and their number */
  int32_t at, step, columns;   /* elements of a row, for channel 0 */
  const int8_t* w;             /* the first tap, output 0 */
} window_of_channels;

/* Rescales and stores outputs o to o + count - 1. */
static __attribute__((noinline)) void store_of_channel(const nook_depthwise_conv2d_s8* p,
                                                       const uint32_t* sums, int32_t count, int32_t o,
                                                       int8_t* y) {
  const int32_t zero = p->out_zero, low = p->act_min - zero, high = p->act_max - zero;
  for (int32_t k = 0; k < count; ++k) {
    const int32_t q = nook_rescale_fast((int32_t)sums[k], p->multiplier[o + k], p->shift[o + k]);
    y[o + k] = (int8_t)(nook_clamp(q, low, high) + zero);
  }
}

/* Computes outputs o to o + 3, all of `channel`. Sums wrap around on overflow, which only hostile models
 * cause. */
static __attribute__((noinline)) void four_of_channel(const nook_depthwise_conv2d_s8* p,
                                                      const window_of_channels* window, int32_t channel,
                                                      int32_t o, const int32_t* bias, int8_t* y) {
  uint32_t a = 0, b = 0, c = 0, d = 0;
  if (bias)
    a = (uint32_t)bias[o], b = (uint32_t)bias[o + 1], c = (uint32_t)bias[o + 2], d = (uint32_t)bias[o + 3];
  const int32_t out_c = p->out_c, zero = p->in_zero, step = window->step;
  const int8_t* w_row = window->w + o;
  for (int32_t i = 0; i < window->rows; ++i, w_row += p->filter_w * out_c) {
    const int8_t* x =
        (const int8_t*)nook_row(window->x, window->row + i * window->row_step) + window->at + channel;
    const int8_t* w = w_row;
    for (int32_t j = window->columns; j > 0; --j, x += step, w += out_c) {
      const int32_t input = *x - zero;
      a += (uint32_t)(input * w[0]), b += (uint32_t)(input * w[1]);
      c += (uint32_t)(input * w[2]), d += (uint32_t)(input * w[3]);
    }
  }
  const uint32_t sums[4] = {a, b, c, d};
  store_of_channel(p, sums, 4, o, y);
}

/* Likewise outputs o and o + 1. */
static __attribute__((noinline)) void two_of_channel(const nook_depthwise_conv2d_s8* p,
                                                     const window_of_channels* window, int32_t channel,
                                                     int32_t o, const int32_t* bias, int8_t* y) {
  uint32_t a = 0, b = 0;
  if (bias) a = (uint32_t)bias[o], b = (uint32_t)bias[o + 1];
  const int32_t out_c = p->out_c, zero = p->in_zero, step = window->step;
  const int8_t* w_row = window->w + o;
  for (int32_t i = 0; i < window->rows; ++i, w_row += p->filter_w * out_c) {
    const int8_t* x =
        (const int8_t*)nook_row(window->x, window->row + i * window->row_step) + window->at + channel;
    const int8_t* w = w_row;
    for (int32_t j = window->columns; j > 0; --j, x += step, w += out_c) {
      const int32_t input = *x - zero;
      a += (uint32_t)(input * w[0]), b += (uint32_t)(input * w[1]);
    }
  }
  const uint32_t sums[2] = {a, b};
  store_of_channel(p, sums, 2, o, y);
}

/* Computes the outputs of a channel from o on. The last ones may overlap those before them. */
static inline void outputs_of_channel(const nook_depthwise_conv2d_s8* p, const window_of_channels* window,
                                      int32_t channel, int32_t o, const int32_t* bias, int8_t* y) {
  const int32_t multiplier = p->depth_multiplier, end = o + multiplier;
  for (int32_t left = multiplier; left > 0; left = end - o)
    if (left > 2 && multiplier > 3) {
      const int32_t first = left < 4 ? end - 4 : o;
      four_of_channel(p, window, channel, first, bias, y), o = first + 4;
    } else {
      const int32_t first = left < 2 ? end - 2 : o;
      two_of_channel(p, window, channel, first, bias, y), o = first + 2;
    }
}

__attribute__((noinline)) void nook_depthwise_conv2d_s8_c_multiplier_row(
    NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t, int32_t)) {
  (void)scratch_memory;
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  const nook_taps ky = nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h);
  window_of_channels window = {
      x, y0 + ky.begin * p->dilation_h, p->dilation_h, 0, 0, p->dilation_w * p->in_c, 0, w};
  for (int32_t ox = 0, x0 = -p->pad_left; ox < p->out_w; ++ox, x0 += p->stride_w, y_row += p->out_c) {
    const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
    window.rows = 0;
    if (ky.end > ky.begin && kx.end > kx.begin) {
      window.rows = ky.end - ky.begin, window.columns = kx.end - kx.begin;
      window.at = (x0 + kx.begin * p->dilation_w) * p->in_c;
      window.w = w + (ky.begin * p->filter_w + kx.begin) * p->out_c;
    }
    for (int32_t c = 0; c < p->in_c; ++c)
      outputs_of_channel(p, &window, c, c * p->depth_multiplier, bias, y_row);
  }
}

void nook_depthwise_conv2d_s8_c_multiplier(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                                int32_t)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_s8_c_multiplier_row);
}
