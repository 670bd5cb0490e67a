/* float32 depthwise convolutions with packed weights for Helium (tiles_f32.h). */
#include "nook/kernels/depthwise/helium/tiles_4x4_f32_mve.h"
#include "nook/ops/depthwise_conv2d/tiles_f32.h"

static void compute_tiles(const nook_dw_4x4_f32* job) { nook_tiles_4x4_f32_mve(job); }

void nook_depthwise_conv2d_f32_mve_4x4_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_f32, float, float,
                                                              float)) {
  (void)bias, (void)scratch_memory;
  compute_row_of_few_taps(p, x, oy, w, y_row);
}
void nook_depthwise_conv2d_f32_mve_4x4_column_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_f32, float, float,
                                                                     float)) {
  nook_depthwise_conv2d_f32_mve_4x4_row(p, x, oy, w, bias, y_row, scratch_memory);
}
void nook_depthwise_conv2d_f32_mve_4x4_large_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_f32, float, float,
                                                                    float)) {
  (void)bias, (void)scratch_memory;
  compute_row_of_many_taps(p, x, oy, w, y_row);
}

void nook_depthwise_conv2d_f32_mve_4x4(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_f32, float, float, float)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_f32_mve_4x4_row);
}
void nook_depthwise_conv2d_f32_mve_4x4_column(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_f32, float, float,
                                                                   float)) {
  const nook_depthwise_conv2d_f32 row = as_row(p);
  each_row(&row, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_f32_mve_4x4_row);
}
void nook_depthwise_conv2d_f32_mve_4x4_large(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_f32, float, float,
                                                                  float)) {
  each_row(p, x, w, bias, y, scratch_memory, nook_depthwise_conv2d_f32_mve_4x4_large_row);
}
