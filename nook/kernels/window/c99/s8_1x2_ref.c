/* Portable kernels that compute dot products with packed weights. */
#define NOOK_WINDOW_SLACK 0
#define NOOK_DEPTH_UNIT   1 /* depths of any size */
#include "nook/kernels/dot/c99/dot_two_ref.h"
#include "nook/kernels/window/plain_copies.h"

static void dot(const nook_dot_job* job) { nook_dot_two_ref(job); }

static inline void copy(int8_t* to, const int8_t* from, int32_t size) { memcpy(to, from, (size_t)size); }

/* Each inner loop with each driver: tools/kernel_products.py writes these from products.toml. */

void nook_conv2d_s8_c_1x1_1x2_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_pixels(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_c_1x1_1x2(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  images_of_pixels(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_c_1x1_1x2_row);
}
void nook_conv2d_s8_c_1x2_stack_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_on_stack(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_c_1x2_stack(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_c_1x2_stack_row);
}
void nook_conv2d_s8_c_1x2_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_in_scratch(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_c_1x2(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_c_1x2_row);
}
void nook_conv2d_s8_c_1x2_groups_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_groups_on_stack(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_c_1x2_groups(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_c_1x2_groups_row);
}
