/* Rows of 3x3 depthwise convolutions, one strip of pixels at a time, on cores with DSP instructions. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_STRIP_ROWS_DSP_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_STRIP_ROWS_DSP_H_

#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

/* Computes row `oy` of the output, with the packed weights of strip_dsp.h. Along a row, the dilation is 1,
 * the stride is 1 or 2, and at most one column at each end is outside the image. */
void nook_strip_row_dsp(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                        int8_t* y_row);
void nook_strip_by_two_row_dsp(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                               const int8_t* w, int8_t* y_row);

#endif
