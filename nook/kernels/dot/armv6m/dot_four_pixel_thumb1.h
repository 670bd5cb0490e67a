#ifndef NOOK_KERNELS_DOT_ARMV6M_DOT_FOUR_PIXEL_THUMB1_H_
#define NOOK_KERNELS_DOT_ARMV6M_DOT_FOUR_PIXEL_THUMB1_H_

#include "nook/kernels/dot/dot_segments.h"

/* Computes all outputs of the first pixel, without clamping. */
void nook_dot_four_pixel_thumb1(const nook_dot_segments* job);

#endif
