#include "nook/ops/depthwise_conv2d/each_row.h"
#include "nook/ops/depthwise_conv2d/strip_rows_fpu.h"

void nook_depthwise_conv2d_s8_fpu_3x3_6x4_relu_row(const nook_depthwise_conv2d_s8* p, const nook_rows* x,
                                                   int32_t oy, const int8_t* w, const int32_t* bias,
                                                   int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  nook_short_row_fpu(p, x, oy, w, y_row);
}
void nook_depthwise_conv2d_s8_fpu_3x3_6x4_relu(const nook_depthwise_conv2d_s8* p, const int8_t* x,
                                               const int8_t* w, const int32_t* bias, int8_t* y,
                                               void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s8_fpu_3x3_6x4_relu_row);
}
