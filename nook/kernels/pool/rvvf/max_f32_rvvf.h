/* The largest floats of a window on cores with vectors of floats. */
#ifndef NOOK_KERNELS_POOL_RVVF_MAX_F32_RVVF_H_
#define NOOK_KERNELS_POOL_RVVF_MAX_F32_RVVF_H_

#include "nook/kernels/pool/pool_f32_pixel.h"

/* Takes any number of channels; six instructions for a pixel of 32 channels, if VLEN is 128. */
nook_pool_f32_pixel_kernel nook_max_pool_f32_rvvf;

#endif
