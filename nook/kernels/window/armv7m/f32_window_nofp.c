/* float32 convolutions of small windows in integers (nook/kernels/window/soft_window_f32.h). */
#include "nook/kernels/dot/armv7m/soft_sums_nofp.h"
#include "nook/kernels/window/soft_window_f32.h"

void nook_conv2d_f32_nofp_window_row(NOOK_ROW_ARGUMENTS(nook_window_f32, float, float, float)) {
  (void)scratch_memory;
  soft_window_row(p, x, oy, w, bias, y_row);
}

NOOK_ROW_AFTER_ROW(each_row, nook_window_f32, float, float, float)

void nook_conv2d_f32_nofp_window(NOOK_IMAGE_ARGUMENTS(nook_window_f32, float, float, float)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_conv2d_f32_nofp_window_row);
}
