/* One window of an image of bytes, without the taps in the padding: for reference kernels whose weights or
 * activations have their own zero points. */
#ifndef NOOK_OPS_DEPTHWISE_CONV2D_INSIDE_H_
#define NOOK_OPS_DEPTHWISE_CONV2D_INSIDE_H_

#include "nook/ops/depthwise_conv2d/depthwise_conv2d.h"
#include "nook/ops/shared/window_range.h"

typedef struct depthwise_inside {
  int32_t in_w, in_c, filter_w, out_c, dilation_h, dilation_w;
  int32_t y0, x0;   /* where tap (0, 0) is */
  nook_taps ky, kx; /* taps inside the image */
  int32_t in_zero, w_zero;
} depthwise_inside;

/* Output channel `o`, from channel `c` of the image. The sum wraps around on overflow, which only hostile
 * models cause. */
static inline uint32_t depthwise_window_sum(const depthwise_inside* in, const int8_t* image, int32_t c,
                                            const int8_t* w, int32_t o) {
  uint32_t sum = 0;
  for (int32_t i = in->ky.begin; i < in->ky.end; ++i) {
    const int32_t row = (in->y0 + i * in->dilation_h) * in->in_w;
    for (int32_t j = in->kx.begin; j < in->kx.end; ++j)
      sum += (uint32_t)((image[(row + in->x0 + j * in->dilation_w) * in->in_c + c] - in->in_zero) *
                        (w[(i * in->filter_w + j) * in->out_c + o] - in->w_zero));
  }
  return sum;
}

#endif
