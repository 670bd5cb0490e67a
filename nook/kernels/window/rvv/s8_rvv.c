#define NOOK_SHORTEST_SEGMENT 1
#include "nook/kernels/dot/rvv/dot_rvv.h"
#include "nook/kernels/window/segments.h"

static void dot(nook_dot_segments* job) { nook_dot_rvv(job); }

/* Each inner loop with each driver: tools/kernel_products.py writes these from products.toml. */

void nook_conv2d_s8_rvv_1x1_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_pixels(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_rvv_1x1(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  images_of_pixels(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_rvv_1x1_row);
}
void nook_conv2d_s8_rvv_stack_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_segments_on_stack(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_rvv_stack(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_rvv_stack_row);
}
void nook_conv2d_s8_rvv_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_segments(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_rvv(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_rvv_row);
}
