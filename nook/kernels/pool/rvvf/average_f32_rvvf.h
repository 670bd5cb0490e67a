/* The means of a window of floats on cores with vectors of floats. */
#ifndef NOOK_KERNELS_POOL_RVVF_AVERAGE_F32_RVVF_H_
#define NOOK_KERNELS_POOL_RVVF_AVERAGE_F32_RVVF_H_

#include "nook/kernels/pool/pool_f32_pixel.h"

/* Takes any number of channels, and does not read `factor`; five instructions for a pixel of 32 channels, if
 * VLEN is 128. */
nook_pool_f32_pixel_kernel nook_average_pool_f32_rvvf;

#endif
