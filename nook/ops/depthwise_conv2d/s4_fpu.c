#include "nook/ops/depthwise_conv2d/each_row.h"
#include "nook/ops/depthwise_conv2d/strip_rows_fpu.h"

void nook_depthwise_conv2d_s4_fpu_3x3_6x4_relu_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t,
                                                                      int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  nook_short_row_s4_fpu(p, x, oy, w, y_row);
}
void nook_depthwise_conv2d_s4_fpu_3x3_6x4_relu(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                                    int32_t)) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s4_fpu_3x3_6x4_relu_row);
}
