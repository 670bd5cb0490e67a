/* Sums of float32 vectors on cores with an FPU. */
#ifndef NOOK_KERNELS_ELEMENTWISE_ARMV7EM_FPU_ADD_F32_FPU_H_
#define NOOK_KERNELS_ELEMENTWISE_ARMV7EM_FPU_ADD_F32_FPU_H_

#include "nook/kernels/elementwise/sixteens_f32.h"

nook_sixteens_f32 nook_add_f32_fpu_sixteens;

#endif
