/* Pointwise kernels that compute N pixels per call; a short last group repeats the final pixel, from inputs
 * that were read before. */
#ifndef NOOK_OPS_CONV2D_STAND_IN_H_
#define NOOK_OPS_CONV2D_STAND_IN_H_

#include "nook/ops/conv2d/conv2d.h"

/* Finds the inputs of `count` pixels from pixel `next` on, among `pixels` pixels whose inputs begin at x, and
 * the distances of their outputs from the first one's: `offsets[0]` is the distance of the second pixel. */
static inline void nook_place_pixels(const nook_conv2d_s8* p, const int8_t* x, int32_t next, int32_t pixels,
                                     int32_t count, const int8_t** inputs, int32_t* offsets) {
  for (int32_t k = 0; k < count; ++k) {
    const int32_t pixel = next + k < pixels ? next + k : pixels - 1;
    inputs[k] = x + pixel * p->stride_w * p->in_c;
    if (k > 0) offsets[k - 1] = (pixel - next) * p->out_c;
  }
}

#endif
