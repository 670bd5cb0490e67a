/* pixels_f32.h on cores with an FPU. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_PIXELS_F32_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_PIXELS_F32_FPU_H_

#include "nook/kernels/dot/pixels_f32.h"

void nook_pixels_f32_fpu(const nook_pixels_f32* pixels);

#endif
