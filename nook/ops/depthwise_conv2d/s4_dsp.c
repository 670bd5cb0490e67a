#include "nook/ops/depthwise_conv2d/each_row.h"
#include "nook/ops/depthwise_conv2d/row_of_3x3_dsp.h"
#include "nook/ops/depthwise_conv2d/strip_rows_s4_dsp.h"
#include "nook/ops/depthwise_conv2d/taps_rows_s4_dsp.h"

void nook_depthwise_conv2d_s4_dsp_3x3_48x4_relu_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t,
                                                                       int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  nook_strip_row_s4_dsp(p, x, oy, w, y_row);
}
void nook_depthwise_conv2d_s4_dsp_3x3_48x4_relu(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                                     int32_t)) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s4_dsp_3x3_48x4_relu_row);
}
void nook_depthwise_conv2d_s4_dsp_3x3s2_24x4_relu_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t,
                                                                         int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  nook_strip_by_two_row_s4_dsp(p, x, oy, w, y_row);
}
void nook_depthwise_conv2d_s4_dsp_3x3s2_24x4_relu(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t,
                                                                       int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s4_dsp_3x3s2_24x4_relu_row);
}
void nook_depthwise_conv2d_s4_dsp_k64_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                             int32_t)) {
  (void)bias, (void)scratch_memory;
  nook_taps_row_s4_dsp(p, x, oy, w, y_row);
}
void nook_depthwise_conv2d_s4_dsp_k64(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                           int32_t)) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s4_dsp_k64_row);
}
__attribute__((noinline)) void nook_depthwise_conv2d_s4_dsp_3x3_row(
    NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  row_of_3x3(p, x, oy, w, y_row, nook_dw_3x3_s4_stream(p->in_c), nook_dw_3x3_s4_dsp);
}
void nook_depthwise_conv2d_s4_dsp_3x3(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                           int32_t)) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s4_dsp_3x3_row);
}
__attribute__((noinline)) void nook_depthwise_conv2d_s4_dsp_3x3_relu_row(
    NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  row_of_3x3(p, x, oy, w, y_row, nook_dw_3x3_s4_stream(p->in_c), nook_dw_3x3_relu_s4_dsp);
}
void nook_depthwise_conv2d_s4_dsp_3x3_relu(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                                int32_t)) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s4_dsp_3x3_relu_row);
}
