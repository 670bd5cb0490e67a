/* Which windows of floats that become bytes are read in place. */
#ifndef NOOK_OPS_CONV2D_HYBRID_IN_PLACE_H_
#define NOOK_OPS_CONV2D_HYBRID_IN_PLACE_H_

#include "nook/ops/conv2d/conv2d.h"

/* Whether each window is one pixel. All kernels but the reference copy other windows to scratch, after the
 * bytes of an image. */
static inline int32_t nook_conv2d_hybrid_in_place(const nook_conv2d_hybrid* p) {
  return p->filter_h == 1 && p->filter_w == 1 && p->pad_top == 0 && p->pad_left == 0 &&
         (p->out_h - 1) * p->stride_h < p->in_h && (p->out_w - 1) * p->stride_w < p->in_w;
}

#endif
