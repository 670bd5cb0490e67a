#ifndef NOOK_KERNELS_DEPTHWISE_ARMV6M_NINE_PIXEL_THUMB1_H_
#define NOOK_KERNELS_DEPTHWISE_ARMV6M_NINE_PIXEL_THUMB1_H_

#include "nook/kernels/depthwise/nine_job.h"

/* Computes all channels of the first pixel, without clamping. */
void nook_nine_pixel_thumb1(const nook_nine_job* job);

#endif
