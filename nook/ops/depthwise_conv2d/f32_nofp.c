/* float32 depthwise convolutions in integers (soft_f32.h). */
#include "nook/kernels/dot/armv7m/soft_sums_nofp.h"
#include "nook/ops/depthwise_conv2d/soft_f32.h"

void nook_depthwise_conv2d_f32_nofp_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_f32, float, float, float)) {
  (void)scratch_memory;
  soft_depthwise_row(p, x, oy, w, bias, y_row);
}

NOOK_ROW_AFTER_ROW(each_row, nook_depthwise_conv2d_f32, float, float, float)

void nook_depthwise_conv2d_f32_nofp(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_f32, float, float, float)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_f32_nofp_row);
}
