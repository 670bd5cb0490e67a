/* Windows of few inputs, and pixels of few channels, of layers with a fused RELU, on cores with DSP
 * instructions: read where they are. The weights are the stream of dot_wide_dsp.h. */
#ifndef NOOK_OPS_CONV2D_WIDE_DSP_H_
#define NOOK_OPS_CONV2D_WIDE_DSP_H_

#include "nook/ops/conv2d/conv2d.h"

/* Row oy of y. Only pixels some of whose taps are outside the image, or on both sides of the end of a ring,
 * are copied, to the stack. */
void nook_conv2d_wide_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                          int8_t* y_row);

/* Filters of one tap; pixels that lie side by side, of a multiple of four channels. */
void nook_conv2d_wide_pixels(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, int8_t* y,
                             int32_t pixels);

#endif
