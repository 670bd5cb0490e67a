#define NOOK_SHORTEST_RUN 8
#include "nook/kernels/dot/armv6m/dot_four_thumb1.h"
#include "nook/ops/conv2d/runs.h"

static void dot(nook_dot_runs* job) { nook_dot_four_thumb1(job); }

void nook_conv2d_s8_thumb1_1x1_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                   const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  row_of_pixels(p, x, oy, w, y_row);
}
void nook_conv2d_s8_thumb1_1x1(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                               int8_t* y, void* scratch_memory) {
  (void)bias;
  if (p->stride_h == 1 && p->stride_w == 1)
    images_of_pixels(p, x, w, y);
  else
    each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_thumb1_1x1_row);
}
void nook_conv2d_s8_thumb1_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                               const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias;
  row_of_runs(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_thumb1(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                           int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_thumb1_row);
}
void nook_conv2d_s8_thumb1_stack_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                     const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias;
  row_of_runs_on_stack(p, x, oy, w, y_row, scratch_memory);
}
void nook_conv2d_s8_thumb1_stack(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                 const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_thumb1_stack_row);
}
