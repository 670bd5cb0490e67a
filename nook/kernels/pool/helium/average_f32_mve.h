/* The means of a window of float32 pixels for Helium: eight channels at a time, then four, the last of which
 * overlap those before them. Each sum adds its pixels in the order of the reference, so that results have the
 * reference's bytes. Returns 0, or not 0 if numbers below 2^-126 were taken for zeros. */
#ifndef NOOK_KERNELS_POOL_HELIUM_AVERAGE_F32_MVE_H_
#define NOOK_KERNELS_POOL_HELIUM_AVERAGE_F32_MVE_H_

#include "nook/kernels/pool/pool_f32_pixel.h"

int32_t nook_average_pool_f32_mve(const nook_pool_f32_pixel* job, const char* x, float* y);

#endif
