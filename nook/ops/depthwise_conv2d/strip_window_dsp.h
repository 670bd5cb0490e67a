/* The three rows under a filter, for kernels with the packed weights of strip_dsp.h. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_STRIP_WINDOW_DSP_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_STRIP_WINDOW_DSP_H_

#include "nook/kernels/depthwise/armv7em/strip_dsp.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"

static inline const int8_t* nook_strip_padding(const nook_depthwise_conv2d_s8* p, const void* w) {
  return (const int8_t*)w + nook_strip_stream(p->in_c);
}

static inline const int8_t* nook_strip_s4_padding(const nook_depthwise_conv2d_s8* p, const void* w) {
  return (const int8_t*)w + nook_strip_s4_stream(p->in_c);
}

/* Finds the window of row `oy` of the output, at column 0. */
void nook_find_strip_window_dsp(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                const int8_t* padding, nook_strip_window* to);

#endif
