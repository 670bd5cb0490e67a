/* float32 convolutions with packed weights on cores with an FPU (segments_f32.h). */
#include "nook/kernels/dot/armv7em_fpu/dot_4x4_f32_fpu.h"
#include "nook/kernels/dot/armv7em_fpu/pixels_f32_fpu.h"
#include "nook/kernels/window/segments_f32.h"

static void compute_tile(const nook_dot_4x4_f32* job) { nook_dot_4x4_f32_fpu(job); }

static void compute_all(const nook_pixels_f32* pixels) { nook_pixels_f32_fpu(pixels); }

void nook_conv2d_f32_fpu_1x1_4x4_row(NOOK_ROW_ARGUMENTS(nook_window_f32, float, float, float)) {
  (void)bias, (void)scratch_memory;
  compute_pixels(p, (const float*)nook_row(x, oy * p->stride_h), w, y_row, p->out_w);
}
void nook_conv2d_f32_fpu_1x1_4x4(NOOK_IMAGE_ARGUMENTS(nook_window_f32, float, float, float)) {
  if (p->stride_h == 1 && p->stride_w == 1)
    compute_pixels(p, x, w, y, p->batch * p->out_h * p->out_w);
  else
    each_row(p, x, w, bias, y, scratch_memory, nook_conv2d_f32_fpu_1x1_4x4_row);
}

void nook_conv2d_f32_fpu_4x4_segments_row(NOOK_ROW_ARGUMENTS(nook_window_f32, float, float, float)) {
  (void)bias, (void)scratch_memory;
  row_of_tiles(p, x, oy, w, y_row, p->out_c);
}
void nook_conv2d_f32_fpu_4x4_segments(NOOK_IMAGE_ARGUMENTS(nook_window_f32, float, float, float)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_conv2d_f32_fpu_4x4_segments_row);
}
