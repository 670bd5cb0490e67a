/* Rows of 3x3 depthwise convolutions on cores with DSP instructions and an FPU. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_STRIP_ROWS_FPU_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_STRIP_ROWS_FPU_H_

#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

/* Computes row `oy` of the output, with the packed weights of strip_dsp.h: three to NOOK_STRIP_FPU_PIXELS
 * pixels, as many as the input has, with one column of padding on the left. */
void nook_short_row_fpu(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                        int8_t* y_row);
/* Likewise with weights of 4 bits. */
void nook_short_row_s4_fpu(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                           int8_t* y_row);

#endif
