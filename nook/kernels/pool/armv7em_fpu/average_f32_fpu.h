/* The means of a window of float32 pixels on cores with an FPU: eight channels at a time, then four, the last
 * of which overlap those before them. Each sum adds its pixels in the order of the reference, so that results
 * have the reference's bytes. */
#ifndef NOOK_KERNELS_POOL_ARMV7EM_FPU_AVERAGE_F32_FPU_H_
#define NOOK_KERNELS_POOL_ARMV7EM_FPU_AVERAGE_F32_FPU_H_

#include "nook/kernels/pool/pool_f32_pixel.h"

nook_pool_f32_pixel_kernel nook_average_pool_f32_fpu;

#endif
