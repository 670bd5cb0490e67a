/* Rows of depthwise convolutions with weights of 4 bits: taps_rows_dsp.h with the packed weights of
 * taps_dsp.h for 4 bits. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_TAPS_ROWS_S4_DSP_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_TAPS_ROWS_S4_DSP_H_

#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

void nook_taps_row_s4_dsp(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                          int8_t* y_row);

#endif
