/* Depthwise convolutions of float32 on cores with vectors of floats. */
#include "nook/core/row_after_row.h"
#include "nook/kernels/depthwise/rvvf/taps_f32_rvvf.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

NOOK_ROW_AFTER_ROW(each_row, nook_depthwise_conv2d_f32, float, float, float)

void nook_depthwise_conv2d_f32_rvvf_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_f32, float, float, float)) {
  (void)scratch_memory;
  const nook_window_f32 windows = {p->batch,    p->in_h,     p->in_w,       p->in_c,       p->out_h,
                                   p->out_w,    p->out_c,    p->filter_h,   p->filter_w,   1,
                                   p->stride_h, p->stride_w, p->dilation_h, p->dilation_w, p->pad_top,
                                   p->pad_left, p->act_min,  p->act_max};
  nook_windows_f32 job;
  const nook_window_row_f32 row = nook_begin_windows_f32(&windows, x, oy, w, p->out_c, &job);
  job.bias = bias, job.y = y_row, job.weight_step = job.y_step;
  for (int32_t ox = 0; ox < p->out_w; ox += job.pixels, job.y += job.pixels * p->out_c) {
    nook_next_windows_f32(&row, ox, 0, &job);
    nook_taps_f32_rvvf(&job);
  }
}
void nook_depthwise_conv2d_f32_rvvf(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_f32, float, float, float)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_f32_rvvf_row);
}
