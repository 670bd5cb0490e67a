/* float32 depthwise convolutions on cores without an FPU: the window of a channel is copied, so that its
 * products are one run. The weights of a channel are copied once for all pixels of a row whose windows have
 * all columns. A bias is the product with 1 that follows the products of the taps. The including file has
 * sum_products() and has_fpu() from soft_sums_thumb1.h or another core's. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_SOFT_F32_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_SOFT_F32_H_

#include "nook/core/fixed_point.h"
#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/kernels/dot/soft_clamp.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

enum { TAPS = 25 };

/* A row of the output, and the operands of a sum. */
typedef struct soft_windows {
  const nook_depthwise_conv2d_f32* p;
  const nook_rows* rows;
  int32_t y0;       /* row of the first tap */
  nook_taps inside; /* rows of taps in the image */
  const float* w;   /* weights and bias of the output, or null */
  const float* bias;
  float x_taps[TAPS + 1], w_taps[TAPS + 1];
} soft_windows;

/* The sum of an output from any window: `channel` is the input, column x0 has the first tap. */
static __attribute__((noinline)) float sum_of_window(soft_windows* of, int32_t channel, int32_t x0) {
  const nook_depthwise_conv2d_f32* p = of->p;
  const nook_taps columns = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
  const int32_t step = p->dilation_w * p->in_c;
  int32_t count = 0;
  float sum = 0;
  for (int32_t i = of->inside.begin; i < of->inside.end; ++i) {
    const float* x = (const float*)nook_row(of->rows, of->y0 + i * p->dilation_h) + channel;
    const float* w = of->w + (i * p->filter_w + columns.begin) * p->out_c;
    x += (x0 + columns.begin * p->dilation_w) * p->in_c;
    for (int32_t j = columns.begin; j < columns.end; ++j, x += step, w += p->out_c) {
      if (has_fpu()) {
        sum += *x * *w;
        continue;
      }
      if (count == TAPS) sum = sum_products(of->x_taps, of->w_taps, count, sum), count = 0;
      of->x_taps[count] = *x, of->w_taps[count++] = *w;
    }
  }
  if (has_fpu()) return sum + (of->bias ? *of->bias : 0);
  of->x_taps[count] = 1;
  if (of->bias) of->w_taps[count++] = *of->bias;
  return sum_products(of->x_taps, of->w_taps, count, sum);
}

static inline void soft_depthwise_row(const nook_depthwise_conv2d_f32* p, const nook_rows* x, int32_t oy,
                                      const float* w, const float* bias, float* y_row) {
  soft_windows of;
  const float* at[TAPS]; /* each tap in a window that begins with column 0 of the first channel */
  int32_t count = 0, taps, reach;
  of.p = p, of.rows = x, of.w = w, of.bias = bias;
  of.y0 = oy * p->stride_h - p->pad_top;
  of.inside = nook_taps_inside(of.y0, p->dilation_h, p->filter_h, p->in_h);
  taps = of.inside.end > of.inside.begin ? (of.inside.end - of.inside.begin) * p->filter_w : 0;
  reach = has_fpu() || taps > TAPS ? INT32_MAX : (p->filter_w - 1) * p->dilation_w;
  for (int32_t i = of.inside.begin; reach < INT32_MAX && i < of.inside.end; ++i) {
    const float* row = (const float*)nook_row(x, of.y0 + i * p->dilation_h);
    for (int32_t j = 0; j < p->filter_w; ++j, row += p->dilation_w * p->in_c) at[count++] = row;
  }
  for (int32_t c = 0; c < p->in_c; ++c) {
    for (int32_t m = 0; m < p->depth_multiplier; ++m, ++of.w, ++y_row) {
      int32_t has_weights = 0, x0 = -p->pad_left;
      float* y = y_row;
      for (int32_t ox = 0; ox < p->out_w; ++ox, x0 += p->stride_w, y += p->out_c) {
        float sum;
        if (x0 < 0 || x0 >= p->in_w - reach) {
          sum = sum_of_window(&of, c, x0);
          has_weights = 0;
        } else {
          const int32_t place = x0 * p->in_c + c;
          if (!has_weights) {
            const float* tap = of.w + of.inside.begin * p->filter_w * p->out_c;
            for (int32_t i = 0; i < taps; ++i, tap += p->out_c) of.w_taps[i] = *tap;
            of.x_taps[taps] = 1;
            if (bias) of.w_taps[taps] = *of.bias;
            has_weights = 1;
          }
          for (int32_t i = 0; i < taps; ++i) of.x_taps[i] = at[i][place];
          sum = sum_products(of.x_taps, of.w_taps, taps + (bias != 0), 0);
        }
        *y = has_fpu() ? nook_clamp_f32(sum, p->act_min, p->act_max)
                       : nook_soft_clamp(sum, p->act_min, p->act_max);
      }
      if (bias) ++of.bias;
    }
  }
}

#endif
