/* dw_4x4_f32.h on cores with an FPU. */
#ifndef NOOK_KERNELS_DEPTHWISE_ARMV7EM_FPU_DW_4X4_F32_FPU_H_
#define NOOK_KERNELS_DEPTHWISE_ARMV7EM_FPU_DW_4X4_F32_FPU_H_

#include "nook/kernels/depthwise/dw_4x4_f32.h"

/* 47 instructions for a tap of four channels and four pixels: 16 multiply, 16 add. */
nook_dw_4x4_f32_kernel nook_dw_4x4_f32_fpu;

#endif
