/* Rows of depthwise convolutions with any filter of up to NOOK_TAPS_DSP taps, on cores with DSP instructions:
 * finds the offsets of the taps. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_TAPS_ROWS_DSP_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_TAPS_ROWS_DSP_H_

#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

/* Computes row `oy` of the output, with the packed weights of taps_dsp.h. */
void nook_taps_row_dsp(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                       int8_t* y_row);

#endif
