/* The inner loop of vector_1x8_f32_mve.h, which is right unless numbers are very small. */
#ifndef NOOK_KERNELS_DOT_HELIUM_DOT_1X8_F32_MVE_H_
#define NOOK_KERNELS_DOT_HELIUM_DOT_1X8_F32_MVE_H_

#include "nook/kernels/dot/dot_1x8_f32.h"

/* 14 instructions for two inputs of eight outputs: 4 multiply, 4 add, 5 load, the loop. Returns 0, or not 0
 * if numbers below 2^-126 were taken for zeros. */
int32_t nook_dot_1x8_f32_mve(const nook_dot_1x8_f32* job);

#endif
