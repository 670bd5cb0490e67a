/* The three rows under a filter, with the weights of strip_dsp.h. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_STRIP_WINDOW_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_STRIP_WINDOW_H_

#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/depthwise_conv2d/strip_dsp.h"

/* Where column 0 is, and bytes to the next. For rows outside the image both are those of the pixel of
 * padding, 0 bytes apart. */
typedef struct nook_strip_window {
  const int8_t* row[3]; /* any alignment */
  int32_t step[3];
} nook_strip_window;

static inline const int8_t* nook_strip_padding(const nook_depthwise_conv2d_s8* p, const int8_t* w) {
  return w + nook_strip_stream(p->in_c);
}

/* Of row `oy` of the output. */
static inline void nook_find_strip_window(const nook_depthwise_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                          const int8_t* padding, nook_strip_window* to) {
#pragma GCC unroll 1
  for (int32_t i = 0, y = oy * p->stride_h - p->pad_top; i < 3; ++i, y += p->dilation_h) {
    const int32_t inside = (uint32_t)y < (uint32_t)p->in_h;
    to->row[i] = inside ? (const int8_t*)nook_row(x, y) : padding;
    to->step[i] = inside ? p->in_c : 0;
  }
}

#endif
