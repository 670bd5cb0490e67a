/* dot_4x4_f32.h on cores with an FPU. VMUL and VADD together take less time than VFMA. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_4X4_F32_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_4X4_F32_FPU_H_

#include "nook/kernels/dot/dot_4x4_f32.h"

/* 42 instructions for an input of four pixels and four outputs: 16 multiply, 16 add, 10 load or loop. */
nook_dot_4x4_f32_kernel nook_dot_4x4_f32_fpu;

#endif
