#define NOOK_DEPTH_UNIT 16
#include "nook/kernels/dot/avx2/dot_eight_avx2.h"
#include "nook/ops/conv2d/windows_avx2.h"

static void dot(const nook_dot_job* job) { nook_dot_eight_avx2(job); }

void nook_conv2d_s8_avx2_1x1_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                 const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  row_of_pixels(p, x, oy, w, y_row);
}
void nook_conv2d_s8_avx2_1x1(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                             int8_t* y, void* scratch_memory) {
  (void)bias;
  if (p->stride_h == 1 && p->stride_w == 1)
    images_of_pixels(p, x, w, y);
  else
    each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_avx2_1x1_row);
}

void nook_conv2d_s8_avx2_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                             const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias;
  row_in_scratch(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_avx2(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                         int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_avx2_row);
}
void nook_conv2d_s8_avx2_stack_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                   const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias;
  row_with_stack(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_avx2_stack(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                               int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_avx2_stack_row);
}
