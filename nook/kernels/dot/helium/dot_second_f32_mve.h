/* dot_pair_f32.h for Helium where the sums of x are given. */
#ifndef NOOK_KERNELS_DOT_HELIUM_DOT_SECOND_F32_MVE_H_
#define NOOK_KERNELS_DOT_HELIUM_DOT_SECOND_F32_MVE_H_

#include "nook/kernels/dot/dot_pair_f32.h"

/* The job of nook_second_f32_mve(). 25 instructions for two elements of `second` and sixteen outputs. Returns
 * 0, or not 0 if numbers below 2^-126 were taken for zeros. */
int32_t nook_dot_second_f32_mve(const nook_dot_pair_f32* job);

#endif
