/* The maxima of a window of float32 pixels on cores with an FPU: eight channels at a time, then four, the
 * last of which overlap those before them. No NaN is larger than a number, as in the reference. */
#ifndef NOOK_KERNELS_POOL_ARMV7EM_FPU_MAX_F32_FPU_H_
#define NOOK_KERNELS_POOL_ARMV7EM_FPU_MAX_F32_FPU_H_

#include "nook/kernels/pool/pool_f32_pixel.h"

nook_pool_f32_pixel_kernel nook_max_pool_f32_fpu;

#endif
