/* float32 depthwise convolutions on cores with an FPU, one output for each channel: four channels of a pixel
 * at a time, whose sums stay in registers, so that they share the walk over the taps. Each sum adds its
 * products in the order of the reference and rounds twice, so that results have the reference's bytes. The
 * last four channels overlap those before them. */
#include "nook/core/fixed_point.h"
#include "nook/core/row_after_row.h"
#include "nook/core/window_range.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

enum { TILE = 4 };

/* The taps of a pixel that are inside the image. */
typedef struct window {
  int32_t y0, x0; /* place of the first tap */
  nook_taps rows, columns;
} window;

/* The sums of four channels from channel c on. */
static void four_channels(const nook_depthwise_conv2d_f32* p, const nook_rows* x, const window* at,
                          const float* w, int32_t c, float* y) {
  const int32_t channels = p->in_c, step = p->dilation_w * channels;
  float sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
  for (int32_t i = at->rows.begin; i < at->rows.end; ++i) {
    const float* from = (const float*)nook_row(x, at->y0 + i * p->dilation_h) + c;
    from += (at->x0 + at->columns.begin * p->dilation_w) * channels;
    const float* taps = w + (i * p->filter_w + at->columns.begin) * channels + c;
    for (int32_t j = at->columns.end - at->columns.begin; j > 0; --j, from += step, taps += channels) {
      sum0 += from[0] * taps[0], sum1 += from[1] * taps[1];
      sum2 += from[2] * taps[2], sum3 += from[3] * taps[3];
    }
  }
  y[0] = sum0, y[1] = sum1, y[2] = sum2, y[3] = sum3;
}

void nook_depthwise_conv2d_f32_fpu_1x4_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_f32, float, float,
                                                              float)) {
  (void)scratch_memory;
  window at = {oy * p->stride_h - p->pad_top, 0, {0, 0}, {0, 0}};
  at.rows = nook_taps_inside(at.y0, p->dilation_h, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox, y_row += p->out_c) {
    at.x0 = ox * p->stride_w - p->pad_left;
    at.columns = nook_taps_inside(at.x0, p->dilation_w, p->filter_w, p->in_w);
    for (int32_t next = 0; next < p->out_c; next += TILE) {
      const int32_t c = next + TILE <= p->out_c ? next : p->out_c - TILE;
      four_channels(p, x, &at, w, c, y_row + c);
    }
    for (int32_t c = 0; c < p->out_c; ++c)
      y_row[c] = nook_clamp_f32(y_row[c] + (bias ? bias[c] : 0), p->act_min, p->act_max);
  }
}

NOOK_ROW_AFTER_ROW(each_row, nook_depthwise_conv2d_f32, float, float, float)

void nook_depthwise_conv2d_f32_fpu_1x4(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_f32, float, float, float)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_f32_fpu_1x4_row);
}
