/* Rows of depthwise convolutions with any filter of up to NOOK_TAPS_DSP taps. The including file defines the
 * name of the function, NOOK_TAPS_ROW; the bytes of packed weights before the pixel of padding,
 * NOOK_TAPS_STREAM; and the inner loops for one and two outputs of a channel, NOOK_TAPS_ONCE and
 * NOOK_TAPS_TWICE. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_ROW_OF_TAPS_DSP_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_ROW_OF_TAPS_DSP_H_

#include "nook/kernels/depthwise/armv7em/taps_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/ops/depthwise_conv2d/find_taps.h"

void NOOK_TAPS_ROW(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                   int8_t* y_row) {
  int32_t offsets[NOOK_TAPS_DSP + 1];
  const int32_t y0 = oy * p->stride_h - p->pad_top, taps = p->filter_h * p->filter_w;
  const int32_t right = (p->filter_w - 1) * p->dilation_w;
  const int32_t rows_inside = y0 >= 0 && y0 + (p->filter_h - 1) * p->dilation_h < p->in_h;
  const int8_t* const padding = w + NOOK_TAPS_STREAM(p->out_c, taps);
  nook_taps_job job = {padding, y_row,    w,          offsets, (taps + 1) / 2, (p->stride_w - 1) * p->in_c,
                       1,       p->out_c, p->out_zero};
  int32_t x0 = -p->pad_left;
  for (int32_t left = p->out_w; left > 0; left -= job.pixels) {
    const int32_t room = p->in_w - 1 - right - x0; /* the number of columns by which it may advance */
    job.pixels = rows_inside && x0 >= 0 && room >= 0 ? room / p->stride_w + 1 : 1;
    if (job.pixels > left) job.pixels = left;
    nook_find_taps(p, x, y0, x0, padding, offsets);
    if (p->depth_multiplier == 2)
      NOOK_TAPS_TWICE(&job);
    else
      NOOK_TAPS_ONCE(&job);
    job.y += job.pixels * p->out_c, x0 += job.pixels * p->stride_w;
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}

#endif
