#include "nook/kernels/asm/eights_f32_neon.h"
#include "nook/kernels/window/tiles_4x16_f32.h"

void nook_conv2d_f32_neon_row(NOOK_ROW_ARGUMENTS(nook_window_f32, float, float, float)) {
  (void)bias, (void)scratch_memory;
  compute_pixels(p, x, oy, p->out_w, w, y_row);
}
void nook_conv2d_f32_neon(NOOK_IMAGE_ARGUMENTS(nook_window_f32, float, float, float)) {
  (void)bias, (void)scratch_memory;
  compute_images(p, x, w, y);
}
