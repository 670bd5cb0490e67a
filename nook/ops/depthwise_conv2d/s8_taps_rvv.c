/* Depthwise convolutions of int8 with any filter of up to NOOK_TAPS_RVV taps on cores with vectors. */
#include "nook/kernels/depthwise/rvv/taps_rvv.h"
#include "nook/ops/depthwise_conv2d/each_row.h"
#include "nook/ops/depthwise_conv2d/find_taps.h"

__attribute__((noinline)) void nook_depthwise_conv2d_s8_rvv_taps_row(
    NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  int32_t offsets[NOOK_TAPS_RVV + 1];
  const int32_t y0 = oy * p->stride_h - p->pad_top, taps = p->filter_h * p->filter_w;
  const int32_t right = (p->filter_w - 1) * p->dilation_w;
  const int32_t rows_inside = nook_rows_inside(p, y0);
  const int8_t* const padding = w + ((10 * p->out_c + 3) & ~3) + taps * p->out_c;
  nook_taps_rvv_job job = {padding,     y_row,      w,         offsets,
                           taps,        1,          p->out_c,  p->stride_w * p->in_c,
                           p->out_zero, p->act_min, p->act_max};
  int32_t x0 = -p->pad_left;
  for (int32_t left = p->out_w; left > 0; left -= job.pixels) {
    job.pixels = nook_pixels_inside(p, rows_inside, right, x0);
    if (job.pixels > left) job.pixels = left;
    nook_find_taps(p, x, y0, x0, padding, offsets);
    nook_taps_rvv(&job);
    job.y += job.pixels * p->out_c, x0 += job.pixels * p->stride_w;
  }
}

void nook_depthwise_conv2d_s8_rvv_taps(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                            int32_t)) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s8_rvv_taps_row);
}
