#define NOOK_LANES_LOCAL(name) name##_thumb2
#define NOOK_LANES_BEFORE      0
#define NOOK_LANES_PUT         nook_put_lanes_thumb2
#include "nook/kernels/dot/armv7m/dot_lanes_thumb2.h"
#include "nook/kernels/window/lanes.h"

static const void* dot_lanes(const nook_lanes_job* job) { return nook_dot_lanes_thumb2(job); }

/* Each inner loop with each driver: tools/kernel_products.py writes these from products.toml. */

void nook_conv2d_s8_thumb2_1x1_lanes_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  lanes_of_row(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_thumb2_1x1_lanes(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  lanes_of_images(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_thumb2_1x1_lanes_row);
}
void nook_conv2d_s8_thumb2_lanes_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_windows_thumb2(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_thumb2_lanes(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_thumb2_lanes_row);
}
