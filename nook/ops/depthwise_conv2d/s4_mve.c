#define NOOK_DW_3X3_RUN    nook_dw_3x3_s4_mve_run
#define NOOK_DW_3X3_STREAM nook_dw_3x3_s4_mve_stream
#include "nook/ops/depthwise_conv2d/rows_3x3_mve.h"

void nook_depthwise_conv2d_s4_mve_3x3_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                             int32_t)) {
  (void)bias;
  row_of_3x3(p, x, oy, w, y_row, scratch_memory);
}

void nook_depthwise_conv2d_s4_mve_3x3(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                           int32_t)) {
  (void)bias;
  images_of_3x3(p, x, w, y, scratch_memory);
}

/* For most filters the columns are on the stack, so they need no scratch. */
void nook_depthwise_conv2d_s4_mve_3x3_stack_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                                   int32_t)) {
  (void)bias, (void)scratch_memory;
  uint32_t words[NOOK_DW_3X3_MVE_WORDS(NOOK_DW_3X3_MVE_ON_STACK)];
  row_of_3x3(p, x, oy, w, y_row, words);
}

void nook_depthwise_conv2d_s4_mve_3x3_stack(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                                 int32_t)) {
  (void)bias, (void)scratch_memory;
  uint32_t words[NOOK_DW_3X3_MVE_WORDS(NOOK_DW_3X3_MVE_ON_STACK)];
  images_of_3x3(p, x, w, y, words);
}
