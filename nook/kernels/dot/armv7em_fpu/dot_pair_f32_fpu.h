/* dot_pair_f32.h on cores with an FPU. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_PAIR_F32_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_PAIR_F32_FPU_H_

#include "nook/kernels/dot/dot_pair_f32.h"

/* 2.1 instructions for a multiply-accumulate. */
nook_dot_pair_f32_kernel nook_dot_pair_f32_fpu;

#endif
