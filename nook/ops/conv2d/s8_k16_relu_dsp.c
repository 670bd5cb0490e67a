#include "nook/ops/conv2d/k16.h"

/* For layers with a RELU. */
static void dot_small_k(nook_dot_k16* job, int32_t words) { nook_dot_k16_relu_dsp(job, words); }

void nook_conv2d_s8_dsp_k16_relu_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                     const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias;
  one_small_k_row(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_dsp_k16_relu(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                 const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  small_k_rows(p, x, w, y);
}
void nook_conv2d_s8_dsp_1x1_k16_relu_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                         const int8_t* w, const int32_t* bias, int8_t* y_row,
                                         void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  pixels_of_row(p, x, oy, w, y_row, small_k_pixels);
}
void nook_conv2d_s8_dsp_1x1_k16_relu(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                     const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  pixels_of_images(p, x, w, y, scratch_memory, small_k_pixels, nook_conv2d_s8_dsp_1x1_k16_relu_row);
}
