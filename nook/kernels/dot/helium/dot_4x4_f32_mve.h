/* The inner loop of tile_4x4_f32_mve.h, which is right unless numbers are very small. */
#ifndef NOOK_KERNELS_DOT_HELIUM_DOT_4X4_F32_MVE_H_
#define NOOK_KERNELS_DOT_HELIUM_DOT_4X4_F32_MVE_H_

#include "nook/kernels/dot/dot_4x4_f32.h"

/* 23 instructions for two inputs of four pixels and four outputs: 8 multiply, 8 add, 6 load, the loop.
 * Returns 0, or not 0 if numbers below 2^-126 were taken for zeros. */
int32_t nook_dot_4x4_f32_mve(const nook_dot_4x4_f32* job);

#endif
