/* The inner loop of pair_f32_mve.h, which is right unless numbers are very small. */
#ifndef NOOK_KERNELS_DOT_HELIUM_DOT_PAIR_F32_MVE_H_
#define NOOK_KERNELS_DOT_HELIUM_DOT_PAIR_F32_MVE_H_

#include "nook/kernels/dot/dot_pair_f32.h"

/* 14 instructions for two elements of a vector and eight outputs. Returns 0, or not 0 if numbers below 2^-126
 * were taken for zeros. */
int32_t nook_dot_pair_f32_mve(const nook_dot_pair_f32* job);

#endif
