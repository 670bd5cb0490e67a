/* The inner loop of tiles_4x4_f32_mve.h, which is right unless numbers are very small. */
#ifndef NOOK_KERNELS_DEPTHWISE_HELIUM_DW_4X4_F32_MVE_H_
#define NOOK_KERNELS_DEPTHWISE_HELIUM_DW_4X4_F32_MVE_H_

#include "nook/kernels/depthwise/dw_4x4_f32.h"

/* 19 instructions for a tap of four channels and four pixels: 4 multiply, 4 add, 6 load, 5 for addresses and
 * the loop. Returns 0, or not 0 if numbers below 2^-126 were taken for zeros. */
int32_t nook_dw_4x4_f32_mve(const nook_dw_4x4_f32* job);

#endif
