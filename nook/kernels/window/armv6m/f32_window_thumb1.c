/* float32 convolutions of small windows in integers (nook/kernels/window/soft_window_f32.h). */
#include "nook/kernels/dot/armv6m/soft_sums_thumb1.h"
#include "nook/kernels/window/soft_window_f32.h"

void nook_conv2d_f32_thumb1_window_row(NOOK_ROW_ARGUMENTS(nook_window_f32, float, float, float)) {
  (void)scratch_memory;
  soft_window_row(p, x, oy, w, bias, y_row);
}

NOOK_ROW_AFTER_ROW(each_row, nook_window_f32, float, float, float)

void nook_conv2d_f32_thumb1_window(NOOK_IMAGE_ARGUMENTS(nook_window_f32, float, float, float)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_conv2d_f32_thumb1_window_row);
}
