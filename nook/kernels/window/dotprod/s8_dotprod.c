#define NOOK_WINDOW_SLACK 0
#define NOOK_DEPTH_UNIT   4
#include "nook/kernels/dot/copy_sixteens.h"
#include "nook/kernels/dot/dotprod/dot_eight_dotprod.h"
#include "nook/kernels/window/plain_copies.h"

static void dot(const nook_dot_job* job) { nook_dot_eight_dotprod(job); }

static inline void copy(int8_t* to, const int8_t* from, int32_t size) { nook_copy_sixteens(to, from, size); }

/* Each inner loop with each driver: tools/kernel_products.py writes these from products.toml. */

void nook_conv2d_s8_dotprod_1x1_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_of_pixels(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_dotprod_1x1(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  images_of_pixels(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_dotprod_1x1_row);
}
void nook_conv2d_s8_dotprod_stack_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_on_large_stack(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_dotprod_stack(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_dotprod_stack_row);
}
void nook_conv2d_s8_dotprod_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  row_in_scratch(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_dotprod(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_dotprod_row);
}
