#include "nook/kernels/asm/eights_f32_neon.h"
#include "nook/ops/depthwise_conv2d/four_pixels_f32.h"

void nook_depthwise_conv2d_f32_neon_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_f32, float, float, float)) {
  (void)scratch_memory;
  compute_row(p, x, oy, w, bias, y_row);
}

void nook_depthwise_conv2d_f32_neon(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_f32, float, float, float)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_f32_neon_row);
}
