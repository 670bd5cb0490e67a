#include "nook/kernels/depthwise/armv6m/dw_3x3_thumb1.h"
#include "nook/ops/depthwise_conv2d/dw_3x3_taps.h"

static void multiply(nook_dw_3x3_job* job) { nook_dw_3x3_thumb1(job); }

void nook_depthwise_conv2d_s8_thumb1_3x3_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                                int32_t)) {
  (void)bias, (void)scratch_memory;
  row_of_3x3(p, x, oy, w, p->out_c * NOOK_DW_3X3_THUMB1_BYTES, y_row);
}

void nook_depthwise_conv2d_s8_thumb1_3x3(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                              int32_t)) {
  (void)bias, (void)scratch_memory;
  images_of_3x3(p, x, w, p->out_c * NOOK_DW_3X3_THUMB1_BYTES, y);
}
