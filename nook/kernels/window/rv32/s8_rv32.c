#define NOOK_SHORTEST_SEGMENT  1
#define NOOK_LANES_LOCAL(name) name
#define NOOK_LANES_BEFORE      0
#define NOOK_LANES_PUT         nook_put_lanes
#include "nook/kernels/dot/rv32/dot_eight_rv32.h"
#include "nook/kernels/dot/rv32/dot_lanes_rv32.h"
#include "nook/kernels/window/lanes.h"
#include "nook/kernels/window/segments.h"

static void dot(nook_dot_segments* job) { nook_dot_eight_rv32(job); }
static const void* dot_lanes(const nook_lanes_job* job) { return nook_dot_lanes_rv32(job); }

/* Each inner loop with each driver: tools/kernel_products.py writes these from products.toml. */

void nook_conv2d_s8_rv32_1x1_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_pixels(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_rv32_1x1(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  images_of_pixels(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_rv32_1x1_row);
}
void nook_conv2d_s8_rv32_stack_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_segments_on_stack(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_rv32_stack(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_rv32_stack_row);
}
void nook_conv2d_s8_rv32_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_segments(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_rv32(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_rv32_row);
}
void nook_conv2d_s8_rv32_lanes_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_windows(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_rv32_lanes(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_rv32_lanes_row);
}
void nook_conv2d_s8_rv32_1x1_lanes_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  lanes_of_row(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_rv32_1x1_lanes(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  lanes_of_images(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_rv32_1x1_lanes_row);
}
