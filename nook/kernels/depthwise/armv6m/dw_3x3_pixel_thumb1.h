#ifndef NOOK_KERNELS_DEPTHWISE_ARMV6M_DW_3X3_PIXEL_THUMB1_H_
#define NOOK_KERNELS_DEPTHWISE_ARMV6M_DW_3X3_PIXEL_THUMB1_H_

#include "nook/kernels/depthwise/dw_3x3_job.h"

/* Computes all channels of the first pixel, without clamping. */
void nook_dw_3x3_pixel_thumb1(const nook_dw_3x3_job* job);

#endif
