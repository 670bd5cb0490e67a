/* One window of an image of bytes, without the taps in the padding: for reference kernels whose weights or
 * activations have their own zero points. */
#ifndef NOOK_OPS_CONV2D_INSIDE_H_
#define NOOK_OPS_CONV2D_INSIDE_H_

#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/shared/shifted.h"
#include "nook/ops/shared/window_range.h"

typedef struct conv2d_inside {
  int32_t in_w, in_c, filter_w, filter_c, dilation_h, dilation_w;
  int32_t y0, x0;   /* where tap (0, 0) is */
  nook_taps ky, kx; /* taps inside the image */
  int32_t in_zero, w_zero;
} conv2d_inside;

/* `image` begins at the first channel of the filter's group. */
static inline int32_t conv2d_window_sum(const conv2d_inside* in, const int8_t* image, const int8_t* filter) {
  uint32_t sum = 0;
  for (int32_t i = in->ky.begin; i < in->ky.end; ++i) {
    const int32_t row = (in->y0 + i * in->dilation_h) * in->in_w;
    for (int32_t j = in->kx.begin; j < in->kx.end; ++j)
      sum += nook_dot_shifted(image + (row + in->x0 + j * in->dilation_w) * in->in_c,
                              filter + (i * in->filter_w + j) * in->filter_c, in->filter_c, in->in_zero,
                              in->w_zero);
  }
  return (int32_t)sum;
}

#endif
