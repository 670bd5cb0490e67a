/* Portable kernels that compute two pixels at once, in the halves of words. */
#define NOOK_LANES_LOCAL(name) name##_ref
#define NOOK_LANES_BEFORE      (NOOK_LANES_PART / NOOK_LANES_TOGETHER)
#define NOOK_LANES_PUT         nook_put_lanes
#include "nook/kernels/dot/c99/dot_lanes_ref.h"
#include "nook/kernels/window/lanes.h"

static const void* dot_lanes(const nook_lanes_job* job) { return nook_dot_lanes_ref(job); }

/* Each inner loop with each driver: tools/kernel_products.py writes these from products.toml. */

void nook_conv2d_s8_c_1x1_lanes_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  lanes_of_row(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_c_1x1_lanes(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  lanes_of_images(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_c_1x1_lanes_row);
}
void nook_conv2d_s8_c_lanes_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_windows_ref(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_c_lanes(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_c_lanes_row);
}
