/* CONV_2D of floats with constant weights of few bits: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_CONV2D_NARROW_H_
#define NOOK_OPS_CONV2D_NARROW_H_

#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/reference/narrow.h"

NOOK_BEGIN_C

/* Like nook_conv2d_f32, with weights that become floats while they are read. There is one
 * scale, or one for each output channel. */
typedef struct nook_conv2d_narrow {
  NOOK_WINDOW_GEOMETRY;
  float act_min, act_max;
  NOOK_NARROW_WEIGHTS;
} nook_conv2d_narrow;

NOOK_IMAGE_KERNEL(nook_conv2d_narrow_ref, nook_conv2d_narrow, float, void, float)

NOOK_END_C

#endif
