/* The maxima of a window of float32 pixels for Helium: eight channels at a time, then four, the last of which
 * overlap those before them. No NaN is larger than a number, as in the reference. Returns 0, or not 0 if
 * numbers below 2^-126 were taken for zeros. */
#ifndef NOOK_KERNELS_POOL_HELIUM_MAX_F32_MVE_H_
#define NOOK_KERNELS_POOL_HELIUM_MAX_F32_MVE_H_

#include "nook/kernels/pool/pool_f32_pixel.h"

int32_t nook_max_pool_f32_mve(const nook_pool_f32_pixel* job, const char* x, float* y);

#endif
