#define NOOK_SHORTEST_SEGMENT  8
#define NOOK_LANES_LOCAL(name) name
#define NOOK_LANES_BEFORE      (NOOK_LANES_PART / NOOK_LANES_TOGETHER)
#define NOOK_LANES_PUT         nook_put_lanes
#include "nook/kernels/dot/armv6m/dot_four_thumb1.h"
#include "nook/kernels/dot/armv6m/dot_lanes_thumb1.h"
#include "nook/kernels/window/lanes.h"
#include "nook/kernels/window/segments.h"

static void dot(nook_dot_segments* job) { nook_dot_four_thumb1(job); }
static const void* dot_lanes(const nook_lanes_job* job) { return nook_dot_lanes_thumb1(job); }

/* Each inner loop with each driver: tools/kernel_products.py writes these from products.toml. */

void nook_conv2d_s8_thumb1_1x1_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_pixels(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_thumb1_1x1(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  images_of_pixels(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_thumb1_1x1_row);
}
void nook_conv2d_s8_thumb1_stack_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_segments_on_stack(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_thumb1_stack(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_thumb1_stack_row);
}
void nook_conv2d_s8_thumb1_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_segments(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_thumb1(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_thumb1_row);
}
void nook_conv2d_s8_thumb1_lanes_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_windows(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_thumb1_lanes(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_thumb1_lanes_row);
}
void nook_conv2d_s8_thumb1_1x1_lanes_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  lanes_of_row(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_thumb1_1x1_lanes(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  lanes_of_images(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_thumb1_1x1_lanes_row);
}
